import { type ValidationReport, verificationReport, verifyDocument } from '#contract/verification.ts'
import { download, type Options, Refusal, send } from '../../kit/client.ts'

export type Checked = { report: ValidationReport }

/** Asks the server about a file; what it refuses comes back as its sentence, anything else as an empty one. */
export async function checkFile(file: File, options: Pick<Options, 'signal' | 'onProgress'>): Promise<Checked | { error: string }> {
  try {
    return { report: await send(verifyDocument, {}, { ...options, file: asPdf(file) }) }
  } catch (error) {
    return { error: error instanceof Refusal ? error.problem.title : '' }
  }
}

export const downloadReport = (file: File, language: 'ar' | 'en') =>
  download(verificationReport, { language, name: file.name }, { file: asPdf(file) })

const asPdf = (file: File) => new Blob([file], { type: 'application/pdf' })
