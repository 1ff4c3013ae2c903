import * as calls from '#contract/units.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Waiting } from '../../ui/Progress.tsx'
import { Submission } from './Submission.tsx'
import { type Unit, UnitFacts } from './UnitFacts.tsx'

/** One unit of the organisation, with its document beside the decision. */
export default function UnitPage() {
  const orgUnitSlNo = Number(useParams().slNo)
  const { data, error, refetch } = useCall(calls.readUnit, { orgUnitSlNo })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown unit={data} />
}

const stale = [calls.listUnits.path, calls.readUnit.path]

function Shown({ unit }: { unit: Unit }) {
  const { t } = useTranslation('organisation')
  const named = useNamed()
  const { orgUnitSlNo } = unit
  const action = unit.isActive ? 'inactivate' : 'activate'
  return (
    <Page title={named(unit, 'organizationalUnitName')}>
      <div className="to-decide">
        <div className="stack">
          <UnitFacts unit={unit} open={() => fetchFile(calls.openUnitDocument, { orgUnitSlNo })} />
        </div>
        <Submission
          submitted={unit}
          waitsFor={t('submission.signatoryOrOfficer')}
          decide={{
            initiate: (decided) => send(calls.initiateUnitDecision, { orgUnitSlNo, ...decided }),
            verify: (decided, approval, signal) => send(calls.verifyUnitDecision, { orgUnitSlNo, ...decided, ...approval }, { signal }),
          }}
          use={{
            title: t(`units.${action}Title`),
            text: t(`units.${action}Text`),
            change: (remarks) => send(unit.isActive ? calls.inactivateUnit : calls.activateUnit, { orgUnitSlNo, remarks }),
          }}
          stale={stale}
        />
      </div>
    </Page>
  )
}
