import type { Queryable } from '#server/platform/db/db.ts'

/** The one rounding rule: whole halalas, half up. @param basisPoints hundredths of a per cent: 1500 is 15 % */
export const vatOf = (halalas: number, basisPoints: number): number => Number((BigInt(halalas) * BigInt(basisPoints) + 5_000n) / 10_000n)

/** The rate in force, in basis points. */
export async function vatRate(db: Queryable, at: Date): Promise<number> {
  const { basis_points } = await db
    .selectFrom('vat_rate')
    .select('basis_points')
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return basis_points
}

/** 1500 → "15". */
export const perCent = (basisPoints: number) => String(basisPoints / 100)
