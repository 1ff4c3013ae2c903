/**
 * The policy graph of RFC 9618 §5, which replaces the policy tree of RFC 5280 §6.1 (exponential in hostile paths)
 * with one node per policy and depth, to the same results.
 */
export const anyPolicy = '2.5.29.32.0'

type Node = { expected: Set<string>; parents: Set<string> }
/** Nodes of one depth by their valid_policy. */
type Level = Map<string, Node>

export class PolicyGraph {
  #levels: Level[] | undefined = [new Map([[anyPolicy, { expected: new Set([anyPolicy]), parents: new Set<string>() }]])]

  /** True where no policy is left (the graph is NULL). */
  get empty(): boolean {
    return this.#levels === undefined
  }

  /** RFC 9618 §5.3 (d) and (e): takes a certificate's policies, undefined where it has no such extension. */
  descend(policies: ReadonlySet<string> | undefined, anyPolicyCounts: boolean): void {
    if (!this.#levels) return
    if (!policies) {
      this.#levels = undefined
      return
    }
    const above = this.#levels.at(-1)!
    const expecting = new Map<string, Set<string>>()
    for (const [policy, { expected }] of above)
      for (const one of expected) expecting.set(one, (expecting.get(one) ?? new Set()).add(policy))
    const level: Level = new Map()
    const add = (policy: string, parents: Set<string>) => level.set(policy, { expected: new Set([policy]), parents })
    for (const policy of policies) {
      if (policy === anyPolicy) continue
      if (expecting.has(policy)) add(policy, expecting.get(policy)!)
      else if (above.has(anyPolicy)) add(policy, new Set([anyPolicy]))
    }
    if (policies.has(anyPolicy) && anyPolicyCounts) for (const [policy, parents] of expecting) if (!level.has(policy)) add(policy, parents)
    this.#levels.push(level)
    this.#prune()
  }

  /** §5.4 (b): applies policyMappings of a CA certificate; with mapping inhibited the mapped policies go. */
  map(mappings: readonly { issuer: string; subject: string }[], allowed: boolean): void {
    const level = this.#levels?.at(-1)
    if (!level) return
    const targets = new Map<string, Set<string>>()
    for (const { issuer, subject } of mappings) targets.set(issuer, (targets.get(issuer) ?? new Set()).add(subject))
    for (const [issuer, subjects] of targets) {
      const node = level.get(issuer)
      if (!allowed) level.delete(issuer)
      else if (node) node.expected = subjects
      else if (level.has(anyPolicy)) level.set(issuer, { expected: subjects, parents: new Set([anyPolicy]) })
    }
    this.#prune()
  }

  /**
   * §5.5 (g): the policies, in the trust anchor's terms, that the path is valid for.
   * @param accepted the user-initial-policy-set; undefined stands for any policy.
   */
  accepted(accepted: ReadonlySet<string> | undefined): Set<string> {
    const found = new Set<string>()
    for (let i = 1; i < (this.#levels?.length ?? 0); i++)
      for (const [policy, { parents }] of this.#levels![i]!) if (policy !== anyPolicy && parents.has(anyPolicy)) found.add(policy)
    const any = this.#levels?.at(-1)!.has(anyPolicy) ?? false
    if (!accepted) return any ? found.add(anyPolicy) : found
    return any ? new Set(accepted) : found.intersection(accepted)
  }

  /** Drops nodes without children, from the depth before the last upwards; a graph without leaves is NULL. */
  #prune(): void {
    const levels = this.#levels!
    for (let i = levels.length - 2; i >= 0; i--) {
      const wanted = new Set([...levels[i + 1]!.values()].flatMap(({ parents }) => [...parents]))
      for (const policy of levels[i]!.keys()) if (!wanted.has(policy)) levels[i]!.delete(policy)
    }
    if (levels.at(-1)!.size === 0) this.#levels = undefined
  }
}
