import { useWords } from './useWords.ts'

/** What somebody or something has in both languages, as `fullName` and `fullNameAr`, in the one that is shown. */
export function useNamed() {
  const { language } = useWords()
  return <Field extends string, Row extends Readonly<Record<Field | `${Field}Ar`, unknown>>>(of: Row, field: Field): Row[Field] =>
    of[language === 'ar' ? (`${field}Ar` as Field) : field]
}
