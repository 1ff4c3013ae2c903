/** Why an approved signing came to nothing, and what to do about it. */
export const signingFailures = {
  documents: {
    ar: 'تغيّرت المستندات بعد طلب الموافقة. ارفعها ووقّعها من جديد.',
    en: 'The documents changed after you were asked to approve them. Upload and sign them again.',
  },
  approval: {
    ar: 'لم تعد الموافقة صالحة لهذه المعاملة. ابدأ التوقيع من جديد.',
    en: 'The approval no longer holds for this transaction. Start the signing again.',
  },
  confirmation: {
    ar: 'تقول نفاذ إنك وافقت، لكن إثبات هويتك لم يصلنا منها. ابدأ التوقيع من جديد.',
    en: 'Nafath says that you approved, but its proof of your identity did not reach us. Start the signing again.',
  },
  account: { ar: 'حسابك موقوف. تواصل معنا لمعرفة السبب.', en: 'Your account is suspended. Contact us to learn why.' },
  certificate: {
    ar: 'شهادتك الرقمية التي اخترتها لا توقّع الآن. راجع حالتها، أو وقّع بغيرها.',
    en: 'The certificate that you chose cannot sign now. Look at its state, or sign with another one.',
  },
  placement: {
    ar: 'تعذّر وضع التوقيع في المكان الذي اخترته. اختر مكانًا آخر ووقّع من جديد.',
    en: 'The signature could not be put where you chose. Choose another place and sign again.',
  },
  time: {
    ar: 'لم يتوفر لدينا مصدر موثوق للوقت لختم التوقيع بوقته. وقّع من جديد بعد قليل.',
    en: 'The exact time, which a signature carries, was not certain. Sign again in a little while.',
  },
  trouble: {
    ar: 'حدث خلل لدينا. وقّع من جديد، وإن تكرّر فتواصل معنا.',
    en: 'Something went wrong on our side. Sign again; if it happens once more, contact us.',
  },
} as const
export type SigningFailure = keyof typeof signingFailures
