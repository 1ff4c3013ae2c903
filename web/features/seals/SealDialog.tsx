import type { RowOf } from '#contract/kit.ts'
import { initiateSealing, type listSealedDocuments, sealCorners, type sealPages, verifySealing } from '#contract/sealedDocuments.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/display.tsx'
import { SegmentedControl, Select } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { toast } from '../../ui/toast.ts'
import { FileName, Name } from '../../ui/values.tsx'
import { Challenge } from '../sessions/Challenge.tsx'
import { useChallenge } from '../sessions/useChallenge.ts'
import type { Seal } from './SealFacts.tsx'
import '../../ui/decide.css'

type Props = { document: RowOf<typeof listSealedDocuments>; seal: Seal; onClose: () => void }

/** Where the picture stands, and the approval of sealing exactly this document. */
export function SealDialog({ document: { slNo, fileName, leadingBytes }, seal, onClose }: Props) {
  const { t } = useTranslation('seals')
  const [page, setPage] = useState<(typeof sealPages)[number]>('last')
  const [corner, setCorner] = useState<(typeof sealCorners)[number]>('bottomLeft')
  const [refused, setRefused] = useState('')
  const wanted = { slNo, page, corner }
  const challenge = useChallenge({
    verify: ({ transId, random }, signal) => send(verifySealing, { ...wanted, transId, random }, { signal }),
    onApproved: ({ document: { state } }) => {
      if (state === 'sealed') toast('success', t('documents.done'))
      else toast(state === 'failed' ? 'error' : 'info', t(state === 'failed' ? 'documents.failed' : 'documents.again'))
      onClose()
    },
  })
  const start = async () => {
    setRefused('')
    const refusal = await challenge.start(() => send(initiateSealing, wanted))
    setRefused(refusal?.text ?? '')
  }
  const { state } = challenge
  return (
    <Dialog title={t('documents.dialog')} role="alertdialog" isOpen onOpenChange={(open) => open || onClose()}>
      {state.step === 'idle' ? (
        <div className="decide">
          <Facts
            facts={[
              [t('documents.document'), <FileName key="file">{fileName}</FileName>],
              [t('documents.with'), <Name key="seal">{seal.issuedTo}</Name>],
            ]}
          />
          {leadingBytes > 0 && <Notice tone="info">{t('documents.leadingBytes')}</Notice>}
          <SegmentedControl
            label={t('documents.where')}
            choices={(['last', 'first', 'none'] as const).map((id) => ({ id, label: t(`documents.pages.${id}`) }))}
            value={page}
            onChange={(id) => setPage(id as typeof page)}
          />
          {page !== 'none' && (
            <Select
              label={t('documents.corner')}
              choices={sealCorners.map((id) => ({ id, label: t(`documents.corners.${id}`) }))}
              value={corner}
              onChange={(id) => setCorner(id as typeof corner)}
            />
          )}
          {refused && <Notice tone="error">{refused}</Notice>}
          <div className="decide-actions">
            <Button kind="primary" icon="shield" isPending={challenge.isStarting} onPress={() => void start()}>
              {t('documents.start')}
            </Button>
            <Button onPress={onClose}>{t('documents.close')}</Button>
          </div>
        </div>
      ) : (
        <Challenge
          state={state}
          isStarting={challenge.isStarting}
          onAgain={() => void start()}
          onCancel={challenge.cancel}
          onLeave={challenge.leave}
        />
      )}
    </Dialog>
  )
}
