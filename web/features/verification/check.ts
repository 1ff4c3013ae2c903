import { passwordHeaders } from '#contract/documentPassword.ts'
import { type ValidationReport, verificationReport, verifyDocument } from '#contract/verification.ts'
import { download, type Options, Refusal, send } from '../../kit/client.ts'

export type Checked = { report: ValidationReport }

/** Asks the server about a file; what it refuses comes back as its sentence, anything else as an empty one. */
export async function checkFile(
  file: File,
  { password, ...options }: Pick<Options, 'signal' | 'onProgress'> & { password?: string | undefined },
): Promise<Checked | { error: string }> {
  try {
    return { report: await send(verifyDocument, {}, { ...options, headers: passwordHeaders(password), file: asPdf(file) }) }
  } catch (error) {
    return { error: error instanceof Refusal ? error.problem.title : '' }
  }
}

export const downloadReport = (file: File, language: 'ar' | 'en', password?: string) =>
  download(verificationReport, { language, name: file.name }, { headers: passwordHeaders(password), file: asPdf(file) })

const asPdf = (file: File) => new Blob([file], { type: 'application/pdf' })
