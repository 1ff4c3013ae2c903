export type CardFault = 'number' | 'name' | 'expiry' | 'cvc'

export type Card = { number: string; name: string; month: number; year: number }

/** What a card form sent; Arabic-Indic digits and spaces are welcome. */
export function readCard(form: Record<string, string | undefined>, now: Date): { card: Card } | { fault: CardFault } {
  const digits = (text = '') => text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).replace(/[\s/-]/g, '')
  const number = digits(form.number)
  if (!/^\d{16}$/.test(number) || !passesLuhn(number)) return { fault: 'number' }
  const name = (form.name ?? '').trim()
  if (name.length < 3) return { fault: 'name' }
  const expiry = /^(\d\d)(\d\d)$/.exec(digits(form.expiry))
  const [month, year] = [Number(expiry?.[1]), 2000 + Number(expiry?.[2])]
  if (!expiry || month < 1 || month > 12 || Date.UTC(year, month) <= now.getTime()) return { fault: 'expiry' }
  if (!/^\d{3,4}$/.test(digits(form.cvc))) return { fault: 'cvc' }
  return { card: { number, name, month, year } }
}

function passesLuhn(number: string): boolean {
  const sum = Array.from(number, Number).reduce((total, digit, at) => {
    const weighed = at % 2 === 0 ? digit * 2 : digit
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}
