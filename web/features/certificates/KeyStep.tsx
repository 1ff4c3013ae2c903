import type { KeySource, MadeKeyKind } from '#contract/certificateStates.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { RadioGroup, Select } from '../../ui/fields.tsx'
import { CsrField } from './CsrField.tsx'
import type { Order } from './order.ts'

/** Where the private key is made and kept: the one decision that cannot be changed later. */
export function KeyStep({ order }: { order: Order }) {
  const { t } = useTranslation('certificates')
  const { chosen, keyKind } = order
  const keySource = order.keySource!
  const [asked, setAsked] = useState(false)
  const [isRead, setRead] = useState(false)
  const isReady = keySource !== 'csr' || isRead
  const next = () => {
    setAsked(true)
    if (isReady) order.review(keySource)
  }
  return (
    <div className="card certificate-step">
      <RadioGroup
        label={t('key.title')}
        choices={chosen!.keySources.map((id) => ({ id, label: t(`key.${id}.title`), text: t(`key.${id}.text`) }))}
        value={keySource}
        onChange={(source) => order.chooseKey(source as KeySource, keyKind)}
      />
      {keySource === 'csr' ? (
        <CsrField
          initial={order.csr}
          isMissing={asked}
          onRead={(pem) => {
            setRead(pem !== undefined)
            if (pem !== order.csr) order.keepRequest(pem)
          }}
        />
      ) : (
        chosen!.keyKinds.length > 1 && (
          <Select
            label={t('key.kind')}
            hint={t('key.kindHint')}
            choices={chosen!.keyKinds.map((id) => ({ id, label: t(`key.kinds.${id}`) }))}
            value={keyKind}
            onChange={(kind) => order.chooseKey(keySource, kind as MadeKeyKind)}
          />
        )
      )}
      <div className="certificate-actions">
        <Button kind="primary" onPress={next}>
          {t('key.next')}
        </Button>
        <Button onPress={() => order.go('class')}>{t('back')}</Button>
      </div>
    </div>
  )
}
