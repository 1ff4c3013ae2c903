import type { Output } from '#contract/kit.ts'
import type { readUnit } from '#contract/units.ts'
import { useTranslation } from 'react-i18next'
import { numberText } from '../../kit/shown.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { Name } from '../../ui/values.tsx'
import { EvidenceFiles } from '../decisions/EvidenceFiles.tsx'

export type Unit = Output<typeof readUnit>

/** A unit, and the document that supports it. */
export function UnitFacts({ unit, open }: { unit: Unit; open: () => Promise<{ blob: Blob }> }) {
  const { t } = useTranslation('organisation')
  return (
    <>
      <Card title={t('units.facts')}>
        <Facts
          facts={[
            [t('units.nameAr'), <Name key="ar">{unit.organizationalUnitNameAr}</Name>],
            [t('units.nameEn'), <Name key="en">{unit.organizationalUnitName}</Name>],
            [t('units.users'), numberText(unit.users)],
          ]}
        />
      </Card>
      <Card title={t('units.document')}>
        <EvidenceFiles files={unit.document ? [unit.document] : []} open={open} />
      </Card>
    </>
  )
}
