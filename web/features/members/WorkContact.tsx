import { localMobile } from '#contract/addresses.ts'
import { type Member, readOwnMembership } from '#contract/members.ts'
import { changeWorkEmail, changeWorkMobile } from '#contract/workContact.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { queries } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { Ltr } from '../../ui/values.tsx'
import ContactChange from '../profile/ContactChange.tsx'
import './members.css'
import { OpenChanges } from './MemberChanges.tsx'

type Props = { member: Member; orgSlNo: number; organisation: string }

/** How an organisation reaches the person, and how they change it. */
export function WorkContact({ member, orgSlNo, organisation }: Props) {
  const { t } = useTranslation('members')
  useTranslation('profile') // the words of the form, so that it does not wait for them once it is opened
  const [changing, setChanging] = useState<'email' | 'mobile'>()
  const begin = {
    email: (email: string) => send(changeWorkEmail, { orgSlNo, email }),
    mobile: (mobileNo: string) => send(changeWorkMobile, { orgSlNo, mobileNo }),
  }
  const end = () => {
    setChanging(undefined)
    void queries.invalidateQueries({ queryKey: [readOwnMembership.path] })
  }
  const waits = (kind: 'email' | 'mobile') => member.changes.some(({ changeType }) => changeType === kind)
  const shown = { email: member.email, mobile: localMobile(member.mobileNo) }
  return (
    <Card title={t('work.title', { name: organisation })}>
      <div className="decide">
        <p className="quiet">{t('work.text')}</p>
        {(['email', 'mobile'] as const).map((contact) => (
          <div key={contact} className="work-contact">
            <span className="two-lines">
              <span className="small quiet">{t(`work.${contact}`)}</span>
              {shown[contact] ? <Ltr>{shown[contact]}</Ltr> : <span className="quiet">{t('notGiven')}</span>}
            </span>
            {changing !== contact && !waits(contact) && (
              <Button
                icon="pen"
                aria-label={t(contact === 'email' ? 'work.changeEmail' : 'work.changeMobile')}
                onPress={() => setChanging(contact)}
              >
                {t('work.change')}
              </Button>
            )}
          </div>
        ))}
        {changing && <ContactChange key={changing} contact={changing} begin={begin} doneText={t('changes.sent')} onEnd={end} />}
        <OpenChanges changes={member.changes} />
      </div>
    </Card>
  )
}
