import { to } from '#contract/screens.ts'
import type { CertificateAction, CertificateRefusal } from '#contract/certificateStates.ts'
import { certificateRefusal } from '#contract/certificateStates.ts'
import type { CertificateClass, CertificateRow, readMyCertificate } from '#contract/certificates.ts'
import type { Output } from '#contract/kit.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { shortId } from '../../ui/shortIds.ts'

export type Class = z.output<typeof CertificateClass>
export type Row = z.output<typeof CertificateRow>
export type Details = Output<typeof readMyCertificate>

/** Names of classes in the language that is shown. */
export function useCertificateNames() {
  const { i18n } = useTranslation()
  const arabic = i18n.language === 'ar'
  return {
    className: (one: Pick<Class, 'className' | 'classNameAr'>) => (arabic ? one.classNameAr : one.className),
    description: (one: Pick<Class, 'description' | 'descriptionAr'>) => (arabic ? one.descriptionAr : one.description),
    classOf: (row: Pick<Row, 'classofCertificate' | 'classofCertificateAr'>) =>
      arabic ? row.classofCertificateAr : row.classofCertificate,
  }
}

/** Why something cannot be done with a certificate now, in the words of the contract; null where it can. */
export const refusalOf = (action: CertificateAction, facts: Row): CertificateRefusal | null => certificateRefusal(action, facts, new Date())

/** What is told of a serial number where the whole has no place: its end, where serial numbers differ. */
export const shortSerial = (hex: string) => shortId(hex, 'end')

export const managePage = to('myCertificates')
export const buyPage = to('buyCertificate')
export const applicationPage = (encodedCertificateSlno: string) => `${buyPage}?application=${encodedCertificateSlno}`
