import { offerStateWords, perCent, readCatalogue } from '#contract/catalogueChanges.ts'
import type { Output } from '#contract/kit.ts'
import { mayChangeCatalogue } from '#contract/operatorAccess.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { RowActions } from '../../kit/RowActions.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { type Column, PlainTable } from '../../ui/PlainTable.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CopyId, DateText, Ltr, Money, NumberText, TwoLines } from '../../ui/values.tsx'
import { useMay } from './may.ts'
import './finance.css'

export type Catalogue = Output<typeof readCatalogue>
type Offer = Catalogue['plans'][number]
type Class = Catalogue['certificates'][number]

/** Everything that is sold, and what is to change of it. */
export default function CataloguePage() {
  const { t } = useTranslation('finance')
  const { data, error, refetch } = useCall(readCatalogue, {})
  const mayChange = useMay(mayChangeCatalogue)
  const ways = (
    <>
      <Link className="btn btn-secondary" to={to('catalogueChanges')}>
        {t('catalogue.changes')}
      </Link>
      <Link className="btn btn-secondary" to={to('agreementVersions')}>
        {t('catalogue.agreements')}
      </Link>
      {mayChange && (
        <Link className="btn btn-primary" to={to('newCatalogueChange', { kind: 'plan' })}>
          {t('catalogue.newPlan')}
        </Link>
      )}
    </>
  )
  return (
    <Page text={t('catalogue.lead')} actions={ways}>
      {data ? (
        <div className="stack">
          <Card title={t('catalogue.plans')}>
            <Offers label={t('catalogue.plans')} offers={data.plans} kind="plan" />
          </Card>
          {data.certificates.map((one) => (
            <ClassCard key={one.classCode} of={one} mayChange={mayChange} />
          ))}
          <VatCard vat={data.vat} mayChange={mayChange} />
        </div>
      ) : error ? (
        <FetchFailed of={{ error, refetch }} />
      ) : (
        <Waiting />
      )}
    </Page>
  )
}

/** What is to happen to an offer, as a way to read it. */
function AheadLink({ of }: { of: NonNullable<Offer['ahead']> }) {
  const { t } = useTranslation('finance')
  const state = of.price === null ? 'offSale' : 'price'
  return (
    <span className="two-lines">
      <Link className="alone" to={to('catalogueChange', { requestID: of.requestID })}>
        {t(of.status === 'proposed' ? 'catalogue.aheadProposed' : `catalogue.ahead.${state}`)}
      </Link>
      <DateText at={of.fromDate} hijri={false} />
    </span>
  )
}

function Offers({ label, offers, kind }: { label: string; offers: readonly Offer[]; kind: 'plan' | 'certificate' }) {
  const { t } = useTranslation('finance')
  const named = useNamed()
  const mayChange = useMay(mayChangeCatalogue)
  const nameOf = (one: Offer) => named(one, 'planName')
  const columns: Column<Offer>[] = [
    { title: t('catalogue.name'), part: 'title', cell: (one) => <bdi>{nameOf(one)}</bdi> },
    ...(kind === 'plan'
      ? [
          { title: t('catalogue.transactions'), end: true, cell: (one: Offer) => <NumberText value={one.transactionLimit} /> },
          { title: t('catalogue.validity'), end: true, cell: (one: Offer) => <NumberText value={one.validity} /> },
        ]
      : []),
    {
      title: t('catalogue.total'),
      end: true,
      cell: (one) => (
        <TwoLines
          below={
            <>
              {t('catalogue.without')} <Money halalas={one.price} />
            </>
          }
        >
          <Money halalas={one.totalPrice} />
        </TwoLines>
      ),
    },
    { title: t('catalogue.since'), cell: (one) => <DateText at={one.fromDate} /> },
    { title: t('catalogue.state'), part: 'state', cell: (one) => <Status of={one.state} names={offerStateWords} /> },
    { title: t('catalogue.aheadTitle'), cell: (one) => (one.ahead ? <AheadLink of={one.ahead} /> : '—') },
  ]
  const actions = [
    {
      label: t('catalogue.change'),
      name: (one: Offer) => t('catalogue.changeOne', { name: nameOf(one) }),
      may: (one: Offer) => one.ahead === null && one.state === 'onSale',
      to: (one: Offer) => to('newCatalogueChange', { kind, offer: one.offerCode }),
    },
    {
      label: t('catalogue.back'),
      name: (one: Offer) => t('catalogue.backOne', { name: nameOf(one) }),
      may: (one: Offer) => one.ahead === null && one.state === 'offSale',
      to: (one: Offer) => to('newCatalogueChange', { kind, offer: one.offerCode }),
    },
    {
      label: t('catalogue.off'),
      name: (one: Offer) => t('catalogue.offOne', { name: nameOf(one) }),
      may: (one: Offer) => one.ahead === null && one.state === 'onSale',
      to: (one: Offer) => to('newCatalogueChange', { kind: 'offSale', offer: one.offerCode }),
    },
  ]
  const withActions: Column<Offer>[] = mayChange
    ? [...columns, { title: t('catalogue.actions'), end: true, cell: (one) => <RowActions actions={actions} row={one} /> }]
    : columns
  return <PlainTable label={label} columns={withActions} rows={[...offers]} keyOf={({ offerCode }) => offerCode} />
}

function ClassCard({ of, mayChange }: { of: Class; mayChange: boolean }) {
  const { t } = useTranslation('finance')
  const named = useNamed()
  const name = named(of, 'className')
  const isComplete = of.offers.length === 3
  return (
    <Card
      title={name}
      actions={
        mayChange && (
          <div className="decide-actions">
            {!of.textsAhead && (
              <Link className="btn btn-secondary" to={to('newCatalogueChange', { kind: 'classTexts', class: of.classCode })}>
                {t('catalogue.changeTexts')}
              </Link>
            )}
            {!isComplete && (
              <Link className="btn btn-secondary" to={to('newCatalogueChange', { kind: 'certificate', class: of.classCode })}>
                {t('catalogue.newPrice')}
              </Link>
            )}
          </div>
        )
      }
    >
      <div className="stack">
        <Facts
          facts={[
            [t('catalogue.usage'), t(`catalogue.usages.${of.usage}`)],
            [t('catalogue.assurance'), t(`catalogue.assurances.${of.assurance}`)],
            [t('catalogue.keySources'), of.keySources.map((one) => t(`catalogue.sources.${one}`)).join(t('catalogue.and'))],
            [t('catalogue.keyKinds'), <Ltr key="kinds">{of.keyKinds.join(', ')}</Ltr>],
            [t('catalogue.policy'), <CopyId key="policy" value={of.policyOid} />],
            [t('catalogue.description'), <bdi key="description">{named(of, 'description')}</bdi>],
            ...(of.textsAhead
              ? [
                  [
                    t('catalogue.aheadTitle'),
                    <span key="ahead" className="two-lines">
                      <Link className="alone" to={to('catalogueChange', { requestID: of.textsAhead.requestID })}>
                        {t(of.textsAhead.status === 'proposed' ? 'catalogue.aheadProposed' : 'catalogue.textsAhead')}
                      </Link>
                      <DateText at={of.textsAhead.fromDate} hijri={false} />
                    </span>,
                  ] satisfies [string, React.ReactNode],
                ]
              : []),
          ]}
        />
        <Offers label={name} offers={of.offers} kind="certificate" />
      </div>
    </Card>
  )
}

function VatCard({ vat, mayChange }: { vat: Catalogue['vat']; mayChange: boolean }) {
  const { t } = useTranslation('finance')
  const { ahead } = vat
  return (
    <Card
      title={t('catalogue.vat')}
      actions={
        mayChange &&
        !ahead && (
          <Link className="btn btn-secondary" to={to('newCatalogueChange', { kind: 'vat' })}>
            {t('catalogue.changeVat')}
          </Link>
        )
      }
    >
      <Facts
        facts={[
          [t('catalogue.rate'), <Ltr key="rate">{`${perCent.encode(vat.rate)}%`}</Ltr>],
          [t('catalogue.since'), <DateText key="since" at={vat.fromDate} />],
          ...(ahead
            ? [
                [
                  t('catalogue.aheadTitle'),
                  <span key="ahead" className="two-lines">
                    <Link className="alone" to={to('catalogueChange', { requestID: ahead.requestID })}>
                      <Ltr>{`${perCent.encode(ahead.rate)}%`}</Ltr>{' '}
                      {t(ahead.status === 'proposed' ? 'catalogue.aheadProposed' : 'catalogue.aheadApproved')}
                    </Link>
                    <DateText at={ahead.fromDate} hijri={false} />
                  </span>,
                ] satisfies [string, React.ReactNode],
              ]
            : []),
        ]}
      />
    </Card>
  )
}
