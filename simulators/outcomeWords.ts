import type { Language } from './page.ts'

const arabic: Record<string, string> = {
  approved: 'قُبلت العملية',
  authorised: 'قُبلت العملية',
  cancelled: 'أُلغيت العملية',
  'card expired': 'البطاقة منتهية',
  'card not supported in test mode': 'هذه البطاقة ليست من بطاقات الاختبار',
  declined: 'رفض البنك العملية',
  'expired card': 'البطاقة منتهية',
  'insufficient funds': 'الرصيد غير كافٍ',
  'unspecified failure': 'تعذّر إتمام العملية',
}

/** What the bank said, to the payer. Providers say it to the shop in English, whatever language their pages are in. */
export const outcomeIn = (language: Language, message: string): string => (language === 'ar' && arabic[message.toLowerCase()]) || message
