import type { Words } from '#contract/columns.ts'
import type { ListCall } from '#contract/kit.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import type { ListOf } from './useList.ts'
import { useWords } from './useWords.ts'

/** One row of filters over a list, with one way to clear them all. */
export function Filters<L extends ListCall>({ list, actions, children }: { list: ListOf<L>; actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <div className="filters" role="search">
      {children}
      {list.isNarrowed && (
        <Button kind="quiet" onPress={list.clear}>
          {t('clear')}
        </Button>
      )}
      {actions && <span className="filters-actions">{actions}</span>}
    </div>
  )
}

type FilterProps<L extends ListCall> = { list: ListOf<L>; name: keyof L['filters'] & string }

const typingPauseMs = 350

/**
 * Searches when the person pauses. What stands in the field is the person's: the address follows it, late on a slow machine, and several
 * searches may be on their way at once. The field follows the address only where that was changed by something else, such as a step back.
 */
export function SearchFilter<L extends ListCall>({ list, name, placeholder }: FilterProps<L> & { placeholder?: string }) {
  const { t } = useTranslation('ui')
  const inAddress = list.valueOf(name)
  const [text, setText] = useState(inAddress)
  const shown = useRef(inAddress)
  const onTheirWay = useRef<string[]>([])
  const search = useEffectEvent((wanted: string) => {
    onTheirWay.current.push(wanted)
    list.choose(name, wanted)
  })
  useEffect(() => {
    if (list.clears === 0) return
    onTheirWay.current = shown.current === '' ? [] : ['']
    setText('')
  }, [list.clears])
  useEffect(() => {
    if (inAddress === shown.current) return
    shown.current = inAddress
    const own = onTheirWay.current.indexOf(inAddress)
    onTheirWay.current = own < 0 ? [] : onTheirWay.current.slice(own + 1)
    if (own < 0) setText(inAddress)
  }, [inAddress])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === (onTheirWay.current.at(-1) ?? inAddress)) return
    const timer = setTimeout(() => search(wanted), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, inAddress])
  return (
    <TextField
      label={t('search')}
      icon="search"
      value={text}
      onChange={setText}
      placeholder={placeholder ?? t('searchHint')}
      maxLength={100}
    />
  )
}

/** What is chosen, and what all of it is called; left out, a status. */
type Said = { label?: string; all?: string }

/** One choice of a filter's values; the empty one is "all". */
export function ChoiceFilter<L extends ListCall>({
  list,
  name,
  label,
  all,
  choices,
}: FilterProps<L> & Said & { choices: { id: string; label: string }[] }) {
  const { t } = useTranslation('ui')
  return (
    <Select
      label={label ?? t('status')}
      choices={[{ id: 'all', label: all ?? t('allStatuses') }, ...choices]}
      value={list.valueOf(name) || 'all'}
      onChange={(chosen) => list.choose(name, chosen === 'all' ? '' : String(chosen))}
    />
  )
}

/** One of the names that a status can have. @param only those that the list can hold; left out, all */
export function StatusFilter<L extends ListCall, Name extends string>({
  names,
  only = Object.keys(names) as Name[],
  ...filter
}: FilterProps<L> & Said & { names: Readonly<Record<Name, Words>>; only?: readonly Name[] }) {
  const words = useWords()
  return <ChoiceFilter {...filter} choices={only.map((id) => ({ id, label: words(names[id]) }))} />
}
