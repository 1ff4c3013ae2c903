import { Name } from '../ui/values.tsx'
import { useWords } from './useWords.ts'

/** A person, in the language that is shown. */
export function PersonName({ of: { fullName, fullNameAr } }: { of: { fullName: string; fullNameAr: string } }) {
  return <Name>{useWords()({ ar: fullNameAr, en: fullName })}</Name>
}
