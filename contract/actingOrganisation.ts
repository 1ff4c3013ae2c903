/** Which organisation a call is made for: the number's codecs, and where a call takes one. */
import { z } from 'zod'
import { isBytes, numberInPath, type Bytes, type Call } from './kit.ts'

declare const organisationNumber: unique symbol
type OrganisationNumber = { readonly [organisationNumber]: true }
const organisationNumbers = new WeakMap<z.ZodType, 'row' | 'gateway'>()

function numberOf<S extends z.ZodType>(schema: S, which: 'row' | 'gateway'): S & OrganisationNumber {
  organisationNumbers.set(schema, which)
  return schema as S & OrganisationNumber
}

/**
 * The number of the organisation that a call is made for, under whatever name it travels. The server turns it, or where it is left out the
 * selected organisation, into `ctx.organisation` before any handler runs; a number that is not the caller's answers like one that does not exist.
 */
export const organisation = numberOf(z.int().min(1), 'row')
/** The same inside an address. */
export const organisationInPath = numberOf(numberInPath(1), 'row')
/** An organisation by its registration at the gateway. */
export const gatewayNumber = numberOf(z.int().min(1), 'gateway')
export const gatewayNumberInPath = numberOf(numberInPath(1), 'gateway')

/** Where the number of an organisation stands in a call: the field's name and which of its two numbers it is. */
export const organisationFields = ({ params, query, body }: Pick<Call, 'params' | 'query' | 'body'>) =>
  Object.entries({ ...params, ...query, ...(isBytes(body) ? {} : body) }).flatMap(([field, schema]) => {
    const which = organisationNumbers.get(schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema)
    return which ? [{ field, which, isRequired: !(schema instanceof z.ZodOptional) }] : []
  })

type Parts = Pick<Call, 'params' | 'query' | 'body'>
/** A list keeps the names of what narrows it in `filters` alone. */
type FieldsOf<C extends Parts> = C extends { filters: infer F }
  ? C['params'] & F
  : C['params'] & C['query'] & (C['body'] extends Bytes ? unknown : C['body'])
type IsOneOf<S, Wanted> = true extends { [K in keyof S]: S[K] extends Wanted ? true : false }[keyof S] ? true : false

/** Whether a call must name an organisation. */
export type NeedsOrganisation<C extends Parts> = IsOneOf<FieldsOf<C>, OrganisationNumber>
/** Whether a call may name an organisation. */
export type TakesOrganisation<C extends Parts> = IsOneOf<FieldsOf<C>, OrganisationNumber | z.ZodOptional<z.ZodType & OrganisationNumber>>
