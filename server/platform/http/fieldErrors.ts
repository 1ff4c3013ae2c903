import type { z } from 'zod'
import { brokenRule, fieldSentence } from '#contract/fieldWords.ts'
import type { Language } from '../problems.ts'

/** What is wrong with each field, one sentence each, in the caller's language. @param input what was sent */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], input: unknown, language: Language): { field: string; message: string }[] {
  const seen = new Set<string>()
  return issues.flatMap((issue) => {
    const field = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!].join('.') : issue.path.join('.')
    if (seen.has(field)) return []
    seen.add(field)
    return [{ field: field.slice(0, 200), message: fieldSentence(brokenRule(issue, valueAt(input, issue.path)), language) }]
  })
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined),
    input,
  )
