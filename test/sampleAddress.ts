import { z } from 'zod'
import type { Call } from '#contract/kit.ts'

const candidates = ['1', 'A'.repeat(22), 'people.crl', 'people.cer']

/** The address of a call with parameters that are right in form; those in `given` as they are told. */
export function sampleAddress({ path, params }: Pick<Call, 'path' | 'params'>, given: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => {
    const { enum: choices = [] } = z.toJSONSchema(params[name]!, { io: 'input' })
    const fitting = given[name] ?? [...(choices as string[]), ...candidates].find((text) => params[name]!.safeDecode(text).success)
    if (fitting === undefined) throw new Error(`no sample for :${name} of ${path}`)
    return encodeURIComponent(fitting)
  })
}
