import { findPeople, type FoundPerson } from '#contract/people.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { Page } from '../../kit/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, EmptyState } from '../../ui/display.tsx'
import { TextField } from '../../ui/fields.tsx'
import './operations.css'
import { PersonCard } from './PersonCard.tsx'

/** Looks one person up, with a reason. What is typed stands in no address: it would stay in the browser's history. */
export default function PeoplePage() {
  const { t } = useTranslation('operations')
  const [people, setPeople] = useState<FoundPerson[]>()
  const form = useForm(z.object(findPeople.body), { search: '', reason: '' })
  return (
    <Page text={t('people.lead')}>
      <div className="stack">
        <Card>
          <form
            noValidate
            className="decide"
            onSubmit={form.onSubmit(async (given) => setPeople((await send(findPeople, given)).dataList))}
          >
            <TextField {...form.field('search')} label={t('people.search')} autoComplete="off" ltr />
            <TextField {...form.field('reason')} label={t('people.reason')} hint={t('people.reasonHint')} maxLength={500} />
            <div>
              <Button type="submit" kind="primary" icon="search" isPending={form.isBusy}>
                {t('people.find')}
              </Button>
            </div>
          </form>
        </Card>
        {people?.map((person) => (
          <PersonCard
            key={person.personSlno}
            person={person}
            onChanged={(after) => setPeople(people.map((one) => (one.personSlno === after.personSlno ? after : one)))}
          />
        ))}
        {people?.length === 0 && <EmptyState title={t('people.none')}>{t('people.noneText')}</EmptyState>}
      </div>
    </Page>
  )
}
