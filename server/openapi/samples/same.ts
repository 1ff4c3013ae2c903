/** What examples of several fields share, so that they fit each other. */
export const id = 'Vh3uQ0mR7cX2nB5kLw9yTg'
export const otherId = 'p8Zs1eJ4aDf6GhKxMvC0Qw'
export const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
export const at = '2026-11-21T09:00:00.000Z'
export const soon = '2026-11-21T09:03:00.000Z'
export const later = '2027-11-21T09:00:00.000Z'
export const nationalId = '1200000014'
export const serial = '4a3f0c9d2e7b51868f00'
export const noura = { ar: 'نورة محمد الحربي', en: 'Noura Mohammed Alharbi' }
export const organisation = { ar: 'شركة الواحة للتقنية', en: 'Oasis Technology Company' }
