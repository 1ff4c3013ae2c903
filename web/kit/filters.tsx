import type { Words } from '#contract/columns.ts'
import type { ListCall } from '#contract/kit.ts'
import { Children, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { orders, sort } from './order.ts'
import type { ListOf } from './useList.ts'
import { useWords } from './useWords.ts'

/**
 * One row of filters over a list, with one way to clear them all. On a phone the first of them stays, and a button shows the rest.
 */
export function Filters<L extends ListCall>({ list, actions, children }: { list: ListOf<L>; actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('ui')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = Children.toArray(children)
  const chosen = chosenIn(list)
  const ordered = orders(list.call).length > 0
  return (
    <div className="filters" role="search">
      {first}
      {(others.length > 0 || ordered) && (
        <>
          <span className="filters-fold">
            <Button icon="filter" aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
              {chosen > 0 ? t('filtersChosen', { count: chosen }) : t('filters')}
            </Button>
          </span>
          <div id={id} className="filters-more" data-open={isOpen || undefined}>
            {others}
            {ordered && <OrderChoice list={list} />}
          </div>
        </>
      )}
      {list.isNarrowed && (
        <Button kind="quiet" onPress={list.clear}>
          {t('clear')}
        </Button>
      )}
      {actions && <span className="filters-actions">{actions}</span>}
    </div>
  )
}

/** Where rows are cards there are no headings to turn. */
function OrderChoice<L extends ListCall>({ list }: { list: ListOf<L> }) {
  const { t } = useTranslation('ui')
  const words = useWords()
  const choices = orders(list.call).map((id) => {
    const { heading, kind } = list.call.columns[id.replace('-', '')]!
    const order = kind === 'text' ? 'text' : kind === 'moment' || kind === 'date' ? 'moment' : 'number'
    return { id, label: `${words(heading)}: ${t(`order.${order}.${id.startsWith('-') ? 'down' : 'up'}`)}` }
  })
  return (
    <span className="order-choice">
      <Select
        label={t('order.label')}
        choices={[{ id: 'own', label: t('order.own') }, ...choices]}
        value={list.valueOf(sort) || 'own'}
        onChange={(chosen) => list.choose(sort, chosen === 'own' ? '' : String(chosen))}
      />
    </span>
  )
}

/** How many filters narrow the list besides its search; a period has two ends and is one. */
const chosenIn = <L extends ListCall>({ chosen }: ListOf<L>) =>
  new Set(chosen.filter((name) => name !== 'search' && name !== 'sort').map((name) => (name === 'fromDate' ? 'toDate' : name))).size

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

/** What is chosen, and what all of it is called; left out, as the column of the filter's name or a status, and “All”. */
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
  const words = useWords()
  const column = list.call.columns[name]
  return (
    <Select
      label={label ?? (column ? words(column.heading) : t('status'))}
      choices={[{ id: 'all', label: all ?? t('all') }, ...choices]}
      value={list.valueOf(name) || 'all'}
      onChange={(chosen) => list.choose(name, chosen === 'all' ? '' : String(chosen))}
    />
  )
}

/** A flag of the rows, each value of which has words of its own. */
export const EitherFilter = <L extends ListCall>({ yes, no, ...filter }: FilterProps<L> & Said & { yes: string; no: string }) => (
  <ChoiceFilter
    {...filter}
    choices={[
      { id: '1', label: yes },
      { id: '0', label: no },
    ]}
  />
)

/** One of a list's flags, each of which is a filter of its own: choosing one leaves the others out. */
export function FlagFilter<L extends ListCall, Name extends keyof L['filters'] & string>({
  list,
  label,
  all,
  names,
}: Said & { list: ListOf<L>; names: Readonly<Record<Name, Words>> }) {
  const { t } = useTranslation('ui')
  const words = useWords()
  const flags = Object.keys(names) as Name[]
  const none = Object.fromEntries(flags.map((name) => [name, undefined]))
  return (
    <Select
      label={label ?? t('status')}
      choices={[{ id: 'all', label: all ?? t('all') }, ...flags.map((id) => ({ id, label: words(names[id]) }))]}
      value={flags.find((name) => list.valueOf(name) === '1') ?? 'all'}
      onChange={(chosen) => list.chooseTogether({ ...none, ...(chosen !== 'all' && { [String(chosen)]: '1' }) })}
    />
  )
}

/** More are found by their first letter rather than by the order in which they are declared. */
const mostInOrder = 20

/** One of the names that a status can have. @param only those that the list can hold; left out, all */
export function StatusFilter<L extends ListCall, Name extends string>({
  names,
  only = Object.keys(names) as Name[],
  ...filter
}: FilterProps<L> & Said & { names: Readonly<Record<Name, Words>>; only?: readonly Name[] }) {
  const words = useWords()
  const choices = only.map((id) => ({ id, label: words(names[id]) }))
  if (choices.length > mostInOrder) choices.sort((one, other) => one.label.localeCompare(other.label, words.language))
  return <ChoiceFilter {...filter} choices={choices} />
}
