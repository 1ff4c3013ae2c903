import { encodeName, NameError, type Name } from '#pki/x509/names.ts'
import { chosen } from './personSubject.ts'

export type { Name }

type Organisation = { name_ar: string; name_en: string; unified_number: string }

/**
 * The subject of a certificate of an organisation's seal (EN 319 412-3 §4.2.1): its registered name, which is the Arabic one, and as common
 * name the English one that viewers show. The identifier is its unified number, of the national trade register (EN 319 412-1 §5.1.4, `NTR`).
 * @returns null where no certificate can carry its names
 */
export function organisationSubject({ name_ar, name_en, unified_number }: Organisation): Name | null {
  const registered = chosen('O', ['Arabic', 'Latin'], [[name_ar], [name_en]])
  const common = chosen('CN', ['Latin', 'Arabic'], [[name_en], [name_ar]])
  if (!registered || !common) return null
  const subject: Name = [
    ['C', 'SA'],
    ['O', registered],
    ['organizationIdentifier', `NTRSA-${unified_number}`],
    ['CN', common],
  ]
  try {
    encodeName(subject)
    return subject
  } catch (error) {
    if (error instanceof NameError) return null
    throw error
  }
}
