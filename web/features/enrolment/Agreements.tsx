import type { Output } from '#contract/kit.ts'
import { downloadAgreementText, listCurrentAgreements, type UserType } from '#contract/agreements.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../kit/client.ts'
import { messageOf, tell } from '../../kit/tell.ts'
import { useCall } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { DateText } from '../../ui/values.tsx'

type Agreement = Output<typeof listCurrentAgreements>['dataList'][number]
type Props = { userType: UserType; name: string; value: boolean; error?: string; onChange: (value: true) => void }

/** What is accepted can be read, and kept, before it is. */
export function Agreements({ userType, value, error, onChange }: Props) {
  const { t, i18n } = useTranslation('enrolment')
  const [open, setOpen] = useState<Agreement>()
  // The texts are in the language that is shown, so another language asks anew.
  const texts = useCall(listCurrentAgreements, { userType }, { queryHash: `${listCurrentAgreements.path} ${userType} ${i18n.language}` })
  return (
    <div className="enrol-agreements">
      <p className="enrol-label" id="agreements">
        {t('agreements')}
      </p>
      {texts.error && !texts.data ? (
        <Notice tone="error">
          {messageOf(texts.error)}{' '}
          <button type="button" className="link" onClick={() => void texts.refetch()}>
            {t('retry')}
          </button>
        </Notice>
      ) : (
        <ul aria-labelledby="agreements">
          {texts.data?.dataList.map((agreement) => (
            <li key={agreement.uniqueFileID}>
              <button type="button" className="link" onClick={() => setOpen(agreement)}>
                {agreement.title}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Checkbox
        isSelected={value}
        isInvalid={error !== undefined}
        isDisabled={!texts.data}
        aria-describedby="agreements-error"
        onChange={(agreed) => onChange(agreed as true)}
      >
        {t('agree')}
      </Checkbox>
      <p className="field-below field-error" id="agreements-error" role="alert">
        {error}
      </p>
      {open && <AgreementText agreement={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function AgreementText({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const { t } = useTranslation('enrolment')
  const { uniqueFileID } = agreement
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={agreement.title}
      footer={(close) => (
        <>
          <Button icon="download" onPress={() => void download(downloadAgreementText, { uniqueFileID }).catch(tell)}>
            {t('agreementPdf')}
          </Button>
          <Button kind="primary" onPress={close}>
            {t('agreementClose')}
          </Button>
        </>
      )}
    >
      <div className="agreement-text" tabIndex={0} role="document">
        <p className="small quiet">
          {t('agreementVersion', { version: agreement.version })} <DateText at={agreement.effectiveDate} hijri={false} />
        </p>
        <p>{agreement.introduction}</p>
        {agreement.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            {paragraphs.map(({ text, isBullet }) => (
              <p key={text} className={isBullet ? 'agreement-bullet' : undefined}>
                {text}
              </p>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  )
}
