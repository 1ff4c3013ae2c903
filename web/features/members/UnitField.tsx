import { listUnitNames } from '#contract/members.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Select } from '../../ui/fields.tsx'

type Props = {
  value: number | undefined
  error?: string | undefined
  onChange: (unit: number | undefined) => void
  /** The unit that they belong to; another one has to be chosen. */
  except?: number | null
}

/** The unit that somebody belongs to, of those in use; nothing is asked where the organisation has none. */
export function UnitField(props: Props) {
  const id = useSession().selectedOrganization?.organizationSlno
  return id && <Choice {...props} id={id} />
}

function Choice({ id, value, error, onChange, except }: Props & { id: number }) {
  const { t } = useTranslation('members')
  const named = useNamed()
  const units = useCall(listUnitNames, { id }).data?.dataList ?? []
  if (units.length === 0) return null
  const nameOf = (unit: (typeof units)[number]) => named(unit, 'organizationalUnitName')
  const others = units.filter(({ orgUnitSlNo }) => orgUnitSlNo !== except)
  const choices = others.map((unit) => ({ id: String(unit.orgUnitSlNo), label: nameOf(unit) }))
  const isNeeded = except !== undefined
  return (
    <Select
      label={t('unit')}
      error={error}
      choices={isNeeded ? choices : [{ id: 'none', label: t('noUnit') }, ...choices]}
      value={value === undefined ? (isNeeded ? null : 'none') : String(value)}
      onChange={(chosen) => onChange(chosen === 'none' ? undefined : Number(chosen))}
    />
  )
}
