import { readMyProfile, savePreferences } from '#contract/profile.ts'
import { pageSizes } from '#contract/lists.ts'
import { calendars, digitSets, languages, type LetterTopic, letterTopics, themes } from '#contract/sessions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, readTheme } from '../../kit/appearance.ts'
import { chooseLanguage } from '../../kit/i18n.ts'
import { keepPreferences } from '../../kit/preferences.ts'
import { useSession } from '../../kit/session.ts'
import { numberText } from '../../kit/shown.ts'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { Checkbox, SegmentedControl } from '../../ui/fields.tsx'
import { DateText, Money, NumberText } from '../../ui/values.tsx'

type Choices = Parameters<ReturnType<typeof useSend<typeof savePreferences>>['mutateAsync']>[0]

/** Kept with the account, so that it is the same on every device; it shows at once. */
export default function PreferencesPage() {
  const { t, i18n } = useTranslation('profile')
  const { preferences } = useSession()
  const save = useSend(savePreferences, [readMyProfile])
  const [saved, setSaved] = useState<'shown' | 'letters'>()
  const [now] = useState(() => new Date())
  const choose = async (choices: Choices) => {
    setSaved(undefined)
    try {
      keepPreferences(await save.mutateAsync(choices))
      if (choices.theme) chooseTheme(choices.theme)
      if (choices.language) await chooseLanguage(choices.language)
      setSaved(choices.lettersLeftOut ? 'letters' : 'shown')
    } catch (error) {
      tell(error)
    }
  }
  const language = languages.find((known) => known === i18n.language) ?? 'ar'
  return (
    <div className="account">
      <Card title={t('preferences.title')}>
        <div className="account-form">
          <Choice name="language" value={language} of={languages} onChoose={(chosen) => void choose({ language: chosen })} />
          <Choice
            name="messageLanguage"
            value={preferences.messageLanguage ?? 'asScreen'}
            of={['asScreen', ...languages]}
            onChoose={(chosen) => void choose({ messageLanguage: chosen === 'asScreen' ? null : chosen })}
            hint={t('preferences.messageLanguageHint')}
          />
          <Choice name="theme" value={preferences.theme ?? readTheme()} of={themes} onChoose={(chosen) => void choose({ theme: chosen })} />
          <Choice
            name="digits"
            value={preferences.digits}
            of={digitSets}
            onChoose={(chosen) => void choose({ digits: chosen })}
            hint={t('preferences.digitsHint')}
          />
          <Choice name="calendar" value={preferences.calendar} of={calendars} onChoose={(chosen) => void choose({ calendar: chosen })} />
          <Choice
            name="pageSize"
            value={String(preferences.pageSize)}
            of={pageSizes.map(String)}
            onChoose={(chosen) => void choose({ pageSize: pageSizes.find((one) => String(one) === chosen)! })}
            hint={t('preferences.pageSizeHint')}
          />
        </div>
        <p className="small quiet" role="status">
          {saved === 'shown' && t('preferences.saved')}
        </p>
      </Card>
      <Letters
        leftOut={preferences.lettersLeftOut}
        isSaved={saved === 'letters'}
        onChoose={(lettersLeftOut) => void choose({ lettersLeftOut })}
      />
      <Card title={t('preferences.example')}>
        <Facts
          facts={[
            [t('preferences.exampleDate'), <DateText key="date" at={now} time />],
            [t('preferences.exampleNumber'), <NumberText key="number" value={1448} />],
            [t('preferences.exampleMoney'), <Money key="money" halalas={123_456} />],
          ]}
        />
        <p className="small quiet account-note">{t('preferences.everywhere')}</p>
      </Card>
    </div>
  )
}

type LettersProps = { leftOut: readonly LetterTopic[]; isSaved: boolean; onChoose: (leftOut: LetterTopic[]) => void }

/** What the person gets letters about, as far as that is theirs to choose. */
function Letters({ leftOut, isSaved, onChoose }: LettersProps) {
  const { t } = useTranslation('profile')
  const change = (topic: LetterTopic, isWanted: boolean) =>
    onChoose(letterTopics.filter((one) => (one === topic ? !isWanted : leftOut.includes(one))))
  return (
    <Card title={t('preferences.letters')}>
      <p className="quiet">{t('preferences.lettersText')}</p>
      <fieldset className="account-form" aria-label={t('preferences.letters')}>
        {letterTopics.map((topic) => (
          <Checkbox key={topic} isSelected={!leftOut.includes(topic)} onChange={(isWanted) => change(topic, isWanted)}>
            {t(`preferences.topics.${topic}`)}
          </Checkbox>
        ))}
      </fieldset>
      <p className="small quiet account-note">{t('preferences.lettersAlways')}</p>
      <p className="small quiet" role="status">
        {isSaved && t('preferences.saved')}
      </p>
    </Card>
  )
}

type Named = {
  language: (typeof languages)[number]
  messageLanguage: (typeof languages)[number] | 'asScreen'
  theme: (typeof themes)[number]
  digits: (typeof digitSets)[number]
  calendar: (typeof calendars)[number]
  pageSize: string
}
type ChoiceProps<N extends keyof Named> = {
  name: N
  value: Named[N]
  of: readonly Named[N][]
  onChoose: (value: Named[N]) => void
  hint?: string
}

function Choice<N extends keyof Named>({ name, value, of, onChoose, hint }: ChoiceProps<N>) {
  const { t } = useTranslation('profile')
  const label = (one: Named[N]) =>
    name === 'pageSize' ? numberText(Number(one)) : t(`preferences.choices.${one}` as 'preferences.choices.ar')
  return (
    <div className="field">
      <span>{t(`preferences.${name as 'language'}`)}</span>
      <SegmentedControl
        label={t(`preferences.${name as 'language'}`)}
        value={value}
        onChange={(chosen) => onChoose(chosen as Named[N])}
        choices={of.map((one) => ({ id: one, label: label(one) }))}
      />
      <span className="field-below">{hint}</span>
    </div>
  )
}
