import { documentPasswordHeader, readDocumentPassword } from '#contract/documentPassword.ts'
import { Problem } from '../problems.ts'
import type { Ctx } from './context.ts'

const unreadable = {
  ar: 'كلمة المرور أطول من 127 حرفًا أو مكتوبة بترميز غير معروف.',
  en: 'The password is longer than 127 characters, or not encoded as it should be.',
}

/** What the caller gave to open the PDF of this request with; undefined where they gave nothing. @throws Problem INVALID */
export function documentPassword({ header, language }: Pick<Ctx, 'header' | 'language'>): string | undefined {
  const given = header(documentPasswordHeader)
  if (given === undefined || given === '') return undefined
  const password = readDocumentPassword(given)
  if (password === undefined) throw new Problem('INVALID', { errors: [{ field: 'password', message: unreadable[language] }] })
  return password
}
