/** The operators of content by their names (ISO 32000-2 annex A). */

/** Each with its operands: `n` a number, `/` a name, `s` a string, `a` an array, `d` a dictionary, `p` a name or a dictionary, `c` a colour. */
const table = `
  q Q cm:nnnnnn w:n J:n j:n M:n d:an ri:/ i:n gs:/
  m:nn l:nn c:nnnnnn v:nnnn y:nnnn h re:nnnn W W* S s f F f* B B* b b* n
  BT ET Tc:n Tw:n Tz:n TL:n Tf:/n Tr:n Ts:n Td:nn TD:nn Tm:nnnnnn T* Tj:s TJ:a ':s ":nns d0:nn d1:nnnnnn
  CS:/ cs:/ G:n g:n RG:nnn rg:nnn K:nnnn k:nnnn SC:c SCN:c sc:c scn:c
  sh:/ Do:/ MP:/ DP:/p BMC:/ BDC:/p EMC BX EX BI`

/** One operator, with what it takes. */
export type Operator = { readonly name: string; readonly operands: string }

/** By the octets of their names, each the next of one number. */
const operators = new Map<number, Operator>()
for (const one of table.trim().split(/\s+/)) {
  const [name = '', operands = ''] = one.split(':')
  operators.set(codeOf(name), { name, operands })
}
const longestName = 3

function codeOf(name: string): number {
  let code = 0
  for (let i = 0; i < name.length; i++) code = code * 256 + name.charCodeAt(i)
  return code
}

/** The operator whose name stands in [start, end). */
export function operatorAt(data: Uint8Array, start: number, end: number): Operator | undefined {
  if (end - start > longestName) return undefined
  let code = 0
  for (let at = start; at < end; at++) code = code * 256 + data[at]!
  return operators.get(code)
}
