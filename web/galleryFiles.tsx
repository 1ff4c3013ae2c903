/** A viewer of files in its states, for the gallery. */
import { useEffect, useMemo, useState } from 'react'
import { FileViewer } from './ui/FileViewer.tsx'

const arabic = document.documentElement.lang === 'ar'
const say = (ar: string, en: string) => (arabic ? ar : en)

/** A picture as of a telephone: a deed, lying on its side. */
async function picture(): Promise<Blob> {
  const canvas = new OffscreenCanvas(1600, 1000)
  const to = canvas.getContext('2d')!
  to.fillStyle = '#f4efe4'
  to.fillRect(0, 0, 1600, 1000)
  to.fillStyle = '#1b2b20'
  to.font = '64px sans-serif'
  for (let line = 0; line < 8; line++) to.fillText(say('سجل تجاري 1010123456', 'Commercial registration 1010123456'), 120, 140 + line * 100)
  return canvas.convertToBlob({ type: 'image/jpeg' })
}

/** Its readers make the table of its objects themselves. */
const twoPages = new Blob([
  `%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 595 842] /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /Contents 5 0 R>> endobj
4 0 obj <</Type /Page /Parent 2 0 R /Contents 6 0 R>> endobj
5 0 obj <</Length 55>> stream\nBT /F 32 Tf 72 720 Td (Commercial registration) Tj ET \nendstream endobj
6 0 obj <</Length 55>> stream\nBT /F 32 Tf 72 720 Td (Page 2)                  Tj ET \nendstream endobj
trailer <</Root 1 0 R>>
%%EOF`,
])

export function Files() {
  const [shown, setShown] = useState<{ file: Blob; kind: 'pdf' | 'jpeg' }[]>([])
  useEffect(() => {
    void picture().then((jpeg) =>
      setShown([
        { file: jpeg, kind: 'jpeg' },
        { file: twoPages, kind: 'pdf' },
      ]),
    )
  }, [])
  const broken = useMemo(() => new Blob(['no picture']), [])
  return (
    <>
      {shown.map(({ file, kind }) => (
        <FileViewer key={kind} file={file} kind={kind} name={say(`سجل تجاري.${kind}`, `registration.${kind}`)} />
      ))}
      <FileViewer file={broken} kind="png" name="broken.png" />
    </>
  )
}
