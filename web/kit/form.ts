import { type FormEvent, useMemo, useState } from 'react'
import { type DefaultValues, type FieldErrors, type Path, get, type Resolver, set, useForm as useFields, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { brokenRule, type FieldRule, fieldSentence } from '#contract/fieldWords.ts'
import { Refusal } from './client.ts'
import { clearFailure } from '../ui/failure.ts'
import { isGivenUp, messageOf, tell } from './tell.ts'

/**
 * A form whose values are what people type and whose rules are the contract's own fields.
 * Messages appear beside their field when it is left or sent, in the language that is shown.
 * @param tellsHere the form shows `failure`, what went wrong beside its fields; otherwise the screen tells it at its top
 */
export function useForm<S extends z.ZodObject>(schema: S, initial: z.input<S>, { tellsHere = false } = {}) {
  type Typed = z.input<S> & Record<string, unknown>
  const { i18n } = useTranslation()
  const resolver = useMemo(() => resolverOf(schema) as unknown as Resolver<Typed, unknown, z.output<S>>, [schema])
  const form = useFields<Typed, unknown, z.output<S>>({
    resolver,
    defaultValues: initial as DefaultValues<Typed>,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { errors, isSubmitting, touchedFields, isSubmitted } = form.formState
  const values = useWatch({ control: form.control }) as Typed

  const [failure, setFailure] = useState('')

  const sentence = (name: string) => {
    const error = get(errors, name) as { type?: string; message?: string } | undefined
    if (!error?.message) return undefined
    if (error.type === 'server') return error.message
    return fieldSentence(JSON.parse(error.message) as FieldRule, i18n.language === 'en' ? 'en' : 'ar')
  }

  /** What a field of `ui/fields.tsx` needs to know. */
  const field = <N extends keyof z.input<S> & string>(name: N) => {
    const path = name as unknown as Path<Typed>
    return {
      name,
      value: values[name],
      error: sentence(name),
      onChange: (value: z.input<S>[N]) =>
        form.setValue(path, value as never, { shouldDirty: true, shouldValidate: isSubmitted || get(touchedFields, name) === true }),
      onBlur: () => {
        if (get(values, name) === '' && !isSubmitted) return // whoever passes through an empty field has made no mistake yet
        form.setValue(path, get(values, name), { shouldTouch: true, shouldValidate: true })
      },
    }
  }

  /** Runs `act` with the decoded values; what the server says of single fields goes beside them. */
  const onSubmit = (act: (decoded: z.output<S>) => Promise<unknown>) => (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget
    const showMistake = () =>
      requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid=true]:is(input, textarea, button)')?.focus())
    const carryOut = async (decoded: z.output<S>) => {
      setFailure('')
      clearFailure()
      try {
        await act(decoded)
      } catch (error) {
        const known = error instanceof Refusal ? (error.problem.errors ?? []).filter((one) => one.field in initial) : []
        if (known.length === 0) return tellsHere && !isGivenUp(error) ? setFailure(messageOf(error)) : tell(error)
        for (const one of known) form.setError(one.field as Path<Typed>, { type: 'server', message: one.message })
        showMistake()
      }
    }
    return form.handleSubmit(carryOut, showMistake)(event)
  }

  return { field, onSubmit, values, failure, isBusy: isSubmitting, setValue: form.setValue, reset: form.reset }
}

/** A broken rule stands in a field's message as JSON: its sentence is found when it is shown, in the language of then. */
function resolverOf(schema: z.ZodObject) {
  return (values: Record<string, unknown>) => {
    const { decoded, broken } = readForm(schema, values)
    const errors: FieldErrors = {}
    for (const [path, rule] of broken) set(errors, path, { type: rule.rule, message: JSON.stringify(rule) })
    return { values: decoded ?? {}, errors }
  }
}

/** What was typed, decoded, or the first rule that each field breaks. */
export function readForm(schema: z.ZodObject, values: Record<string, unknown>) {
  const read = z.safeDecode(schema, values)
  const broken = new Map<string, FieldRule>()
  for (const issue of read.error?.issues ?? []) {
    const path = issue.path.join('.')
    if (!broken.has(path)) broken.set(path, brokenRule(issue, get(values, path)))
  }
  return { decoded: read.data, broken }
}
