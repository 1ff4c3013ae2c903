import { passwordHeaders } from '#contract/documentPassword.ts'
import { type ValidationReport, verificationReport, verifyDocument } from '#contract/verification.ts'
import i18next from 'i18next'
import { download, Refusal, send } from '../../kit/client.ts'

/** How far a file of this device has come. */
export type State =
  | { step: 'choose'; error?: string }
  | { step: 'checking'; file: File; share: number }
  | { step: 'checked'; file: File; report: ValidationReport; password?: string | undefined }

/** Asks the server about a file and tells how far it is; a refusal is told as its sentence. */
export async function checkFile(
  file: File,
  password: string | undefined,
  { signal, onState }: { signal: AbortSignal; onState: (state: State) => void },
): Promise<void> {
  const tell = (state: State) => signal.aborted || onState(state)
  const onProgress = (share: number) => tell({ step: 'checking', file, share })
  try {
    const report = await send(verifyDocument, {}, { signal, onProgress, headers: passwordHeaders(password), file: asPdf(file) })
    tell({ step: 'checked', file, report, password })
  } catch (error) {
    tell({ step: 'choose', error: error instanceof Refusal ? error.problem.title : i18next.t('ui:somethingWrong') })
  }
}

export const downloadReport = (file: File, language: 'ar' | 'en', password?: string) =>
  download(verificationReport, { language, name: file.name }, { headers: passwordHeaders(password), file: asPdf(file) })

const asPdf = (file: File) => new Blob([file], { type: 'application/pdf' })
