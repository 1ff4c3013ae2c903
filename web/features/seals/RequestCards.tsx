import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/display.tsx'
import { CopyId } from '../../ui/values.tsx'
import { Seal as Picture } from '../organisation/Seal.tsx'
import { CertificateFacts, OrderFacts, type Seal, SealState } from './SealFacts.tsx'
import './seals.css'

/** Everything that is decided about an order of a seal. */
export function RequestCards({ seal, open }: { seal: Seal; open: () => Promise<{ blob: Blob }> }) {
  const { t } = useTranslation('seals')
  return (
    <>
      <Card title={t('picture')}>
        <div className="seal-card">
          <Picture id={seal.stamp.uniqueFileID} open={open} />
          <p className="small quiet">
            {t('pictureHash')} <CopyId value={seal.stamp.sha256} shown={`${seal.stamp.sha256.slice(0, 16)}…`} />
          </p>
        </div>
      </Card>
      <Card title={t('requests.facts')}>
        <div className="seal-card">
          <SealState of={seal} />
          <OrderFacts of={seal} />
          {seal.serialNumberHex && <CertificateFacts of={seal} />}
        </div>
      </Card>
    </>
  )
}
