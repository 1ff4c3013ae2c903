import { changeTypeWords, requestRoleChange, requestUnitChange } from '#contract/changes.ts'
import { localMobile } from '#contract/addresses.ts'
import type { OrgRole } from '#contract/kit.ts'
import { type ChangeType, listMembers, type Member, orgRoles, orgRoleWords, readMember } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { send } from '../../kit/client.ts'
import { tell } from '../../kit/tell.ts'
import { queries } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/display.tsx'
import { Select } from '../../ui/fields.tsx'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'
import { Ltr, Name, TwoLines } from '../../ui/values.tsx'
import { UnitField } from './UnitField.tsx'

/** What waits to change about a user; `isLinked` where the reader may open each request. */
export function OpenChanges({ changes, isLinked = false }: { changes: Member['changes']; isLinked?: boolean }) {
  const { t } = useTranslation('members')
  const words = useWords()
  if (changes.length === 0) return null
  return (
    <Facts
      facts={changes.map(({ slNo, changeType, newValue, waitsFor }) => [
        words(changeTypeWords[changeType]),
        <TwoLines key={slNo} below={waitsFor && t(`changes.waits.${waitsFor}`)}>
          {isLinked ? <Link to={to('changeRequest', { slNo })}>{shown(changeType, newValue)}</Link> : shown(changeType, newValue)}
        </TwoLines>,
      ])}
    />
  )
}

const shown = (kind: ChangeType, value: string) => {
  if (kind === 'email' || kind === 'mobile') return <Ltr>{kind === 'mobile' ? localMobile(value) : value}</Ltr>
  return <Name>{value}</Name>
}

type Props = { member: Member; orgSlNo: number }

/** An enrolment admin asks for another unit or role of a user. */
export function MemberChanges({ member, orgSlNo }: Props) {
  const { t } = useTranslation('members')
  const [asked, setAsked] = useState<'unit' | 'role'>()
  const waits = (kind: 'unit' | 'role') => member.changes.some(({ changeType }) => changeType === kind)
  if (member.status !== 'approved') return null
  return (
    <>
      <div className="decide-actions">
        {(['unit', 'role'] as const).map((kind) => (
          <Button key={kind} isDisabled={waits(kind)} onPress={() => setAsked(kind)}>
            {t(`changes.${kind}`)}
          </Button>
        ))}
      </div>
      {asked && <Ask kind={asked} member={member} orgSlNo={orgSlNo} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Ask({ kind, member, orgSlNo, onClose }: Props & { kind: 'unit' | 'role'; onClose: () => void }) {
  const { t } = useTranslation('members')
  const [unit, setUnit] = useState<number>()
  const [role, setRole] = useState<OrgRole>()
  const userSlNo = member.userSlno
  const request = async (remarks: string) => {
    try {
      if (kind === 'unit') await send(requestUnitChange, { orgSlNo, userSlNo, orgUnitSlNo: unit!, remarks })
      else await send(requestRoleChange, { orgSlNo, userSlNo, userType: role!, remarks })
      toast('success', t('changes.sent'))
    } catch (error) {
      tell(error)
    }
    await Promise.all([readMember, listMembers].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
  const isComplete = (kind === 'unit' ? unit : role) !== undefined
  return (
    <RemarksQuestion
      title={t(`changes.${kind}Title`)}
      no={t('keep')}
      yes={t('changes.send')}
      kind="primary"
      remarks={{ label: t('remarks'), hint: t('changes.remarksHint'), needed: t('remarksNeeded'), most: 500 }}
      isComplete={isComplete}
      onYes={(remarks) => void request(remarks)}
      onClose={onClose}
    >
      {(isTold) => {
        const error = isTold && !isComplete ? t('changes.choose') : undefined
        return (
          <>
            <p>{t(kind === 'role' ? 'changes.textRole' : 'changes.text')}</p>
            {kind === 'unit' ? (
              <UnitField value={unit} error={error} onChange={setUnit} except={member.orgUnitSlNo} />
            ) : (
              <RoleField value={role} error={error} onChange={setRole} except={member.userType} />
            )}
          </>
        )
      }}
    </RemarksQuestion>
  )
}

type RoleProps = { value: OrgRole | undefined; error: string | undefined; onChange: (role: OrgRole) => void; except: OrgRole }

function RoleField({ value, error, onChange, except }: RoleProps) {
  const { t } = useTranslation('members')
  const words = useWords()
  return (
    <Select
      label={t('role')}
      error={error}
      choices={orgRoles.filter((role) => role !== except).map((role) => ({ id: role, label: words(orgRoleWords[role]) }))}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen as OrgRole)}
    />
  )
}
