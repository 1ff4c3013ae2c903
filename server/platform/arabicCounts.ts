/** The forms of a noun by the plural rules of Unicode (CLDR); `{}` is the count. */
type Forms = Record<Intl.LDMLPluralRule, string>
export const transactionsAr: Forms = {
  zero: 'لا شيء',
  one: 'معاملة واحدة',
  two: 'معاملتان',
  few: '{} معاملات',
  many: '{} معاملة',
  other: '{} معاملة',
}
/** After a verbal noun, hence the genitive. */
export const documentsAr: Forms = {
  zero: 'المستندات',
  one: 'مستند واحد',
  two: 'مستندين',
  few: '{} مستندات',
  many: '{} مستندًا',
  other: '{} مستند',
}
export const paymentsAr: Forms = {
  zero: 'العمليات',
  one: 'عملية واحدة',
  two: 'عمليتين',
  few: '{} عمليات',
  many: '{} عملية',
  other: '{} عملية',
}
const arabicForm = new Intl.PluralRules('ar')
/** A count with its noun, in the form that the count asks for. */
export const countedAr = (count: number, forms: Forms): string => forms[arabicForm.select(count)].replace('{}', String(count))
