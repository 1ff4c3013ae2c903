import { useLocation } from 'react-router'
import { Link } from 'react-router'
import { Button } from '../ui/Button.tsx'
import type { IconName } from '../ui/Icon.tsx'
import { usePending } from './usePending.ts'

/** What can be done with a row of a list. */
export type RowAction<Row> = {
  label: string
  /** Names it with its row, for those who hear it alone. */
  name: (row: Row) => string
  icon?: IconName
  /** Whether it is offered. A sentence stands in its place and says why not; left out, it always is. */
  may?: (row: Row) => boolean | string
  /** Whether it goes on after `run`, such as on the way to another site. */
  isBusy?: (row: Row) => boolean
} & (
  | { /** A screen over the list, whose filters and page stay in the address. */ to: (row: Row) => string }
  | { run: (row: Row) => unknown; /** Left out, it looks like its row's words. */ kind?: 'secondary' }
)

export function RowActions<Row>({ actions, row }: { actions: RowAction<Row>[]; row: Row }) {
  const offered = actions.map((action) => ({ action, may: action.may?.(row) ?? true })).filter(({ may }) => may !== false)
  if (offered.length === 0) return null
  return (
    <span className="row-actions">
      {offered.map(({ action, may }) =>
        typeof may === 'string' ? (
          <span key={action.label} className="small quiet">
            {may}
          </span>
        ) : 'to' in action ? (
          <Open key={action.label} label={action.label} name={action.name(row)} to={action.to(row)} />
        ) : (
          <Run key={action.label} action={action} row={row} />
        ),
      )}
    </span>
  )
}

function Open({ label, name, to }: { label: string; name: string; to: string }) {
  const { search, state } = useLocation()
  return (
    <Link className="btn btn-quiet" to={to + search} state={state} aria-label={name}>
      {label}
    </Link>
  )
}

function Run<Row>({ action, row }: { action: RowAction<Row> & { run: (row: Row) => unknown; kind?: 'secondary' }; row: Row }) {
  const { isPending, run } = usePending()
  return (
    <Button
      kind={action.kind ?? 'quiet'}
      icon={action.icon}
      aria-label={action.name(row)}
      isPending={isPending || (action.isBusy?.(row) ?? false)}
      onPress={() => void run(async () => action.run(row))}
    >
      {action.label}
    </Button>
  )
}
