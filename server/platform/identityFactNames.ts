import type { IdentityChange } from '#contract/sessions.ts'

/** What the identity provider vouches for, as letters and notices call it. */
export const identityFactNames: Record<IdentityChange['fact'], { ar: string; en: string }> = {
  nameAr: { ar: 'الاسم بالعربية', en: 'name in Arabic' },
  nameEn: { ar: 'الاسم بالإنجليزية', en: 'name in English' },
  dateOfBirth: { ar: 'تاريخ الميلاد', en: 'date of birth' },
  gender: { ar: 'الجنس', en: 'gender' },
  nationality: { ar: 'الجنسية', en: 'nationality' },
  identityExpiresOn: { ar: 'تاريخ انتهاء الهوية', en: 'expiry date of the identity document' },
}
