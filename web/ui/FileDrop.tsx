import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'

type Props = {
  label: string
  hint?: string
  /** Media types, such as `application/pdf`, or endings, such as `.pem`, for what systems know no type of. */
  accept: string[]
  maxBytes: number
  multiple?: boolean
  files: File[]
  onFiles: (files: File[]) => void
}

export const sizeText = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** A native file input, drawn large; files can be dropped on it. Checks type and size before anything is sent. */
export function FileDrop({ label, hint, accept, maxBytes, multiple = false, files, onFiles }: Props) {
  const { t } = useTranslation('ui')
  const id = useId()
  const [over, setOver] = useState(false)
  const [error, setError] = useState<string>()

  const take = (chosen: FileList | null) => {
    const all = Array.from(chosen ?? [])
    const isAccepted = ({ type, name }: File) =>
      accept.some((one) => (one.startsWith('.') ? name.toLowerCase().endsWith(one) : one === type))
    const wrong = all.find((file) => !isAccepted(file))
    const large = all.find((file) => file.size > maxBytes)
    setError(wrong ? t('fileType', { name: wrong.name }) : large && t('fileTooLarge', { name: large.name, size: sizeText(maxBytes) }))
    const good = all.filter((file) => isAccepted(file) && file.size <= maxBytes)
    if (good.length) onFiles(multiple ? [...files, ...good] : good.slice(0, 1))
  }

  return (
    <div className="field">
      <label
        className="drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        <Icon name="upload" size={28} />
        <strong>{label}</strong>
        <span className="small quiet">{hint ?? t('fileDrop')}</span>
        <input
          className="sr-only"
          type="file"
          accept={accept.join()}
          multiple={multiple}
          aria-describedby={`${id}-error`}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
      </label>
      <span className="field-below field-error" id={`${id}-error`} role="alert">
        {error}
      </span>
      {files.length > 0 && (
        <ul className="files">
          {files.map((file, place) => (
            <li key={`${file.name}${place}`}>
              <Icon name="file" />
              <bdi dir="auto">{file.name}</bdi>
              <span className="small quiet num">
                <bdi dir="ltr">{sizeText(file.size)}</bdi>
              </span>
              <button
                type="button"
                className="btn btn-quiet btn-icon"
                aria-label={t('removeFile', { name: file.name })}
                onClick={() => onFiles(files.toSpliced(place, 1))}
              >
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
