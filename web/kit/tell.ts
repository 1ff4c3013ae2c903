import i18next from 'i18next'
import { showFailure } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { Refusal } from './client.ts'

/** Where a field is refused that the person does not see, its sentence says more than the title. */
const saidOf = ({ problem: { errors, title } }: Refusal) => errors?.[0]?.message ?? title

/** The sentence for a failure: the server's own, or the general one. */
export const messageOf = (error: unknown) => (error instanceof Refusal ? saidOf(error) : i18next.t('ui:somethingWrong'))

/** The sentence for a list or a screen that could not be fetched: the server's own, or that it could not. */
export const fetchMessageOf = (error: unknown) => (error instanceof Refusal ? saidOf(error) : i18next.t('ui:fetchFailed'))

/** Whoever did not want it any more need not hear that it did not come. */
export const isGivenUp = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Says where the person looks what failed, and leaves it there; in a toast where no screen of the application is open. */
export function tell(error: unknown) {
  if (isGivenUp(error)) return
  const text = messageOf(error)
  if (!showFailure(text)) toast('error', i18next.t('ui:error'), text)
}
