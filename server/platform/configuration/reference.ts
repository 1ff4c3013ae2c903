/** docs/CONFIGURATION.md, from the keys. */
import { keys } from './keys.ts'

const cell = (text: string) => text.replaceAll('|', '\\|')

/** @returns Markdown */
export function configurationReference(): string {
  const rows = Object.entries(keys).map(([name, { kind, default: fallback, says, secret }]) => {
    const value = fallback === undefined ? '–' : fallback === '' ? 'none' : `\`${fallback}\``
    return `| \`${name}\` | ${cell(says)}${secret ? ' Secret.' : ''} | ${cell(kind.name)} | ${cell(value)} |`
  })
  return `# Configuration

Written by \`npm run schema\` from \`server/platform/configuration/keys.ts\`. The settings are environment variables, read once when the product
starts; everything wrong is printed together. An empty value counts as not set. \`–\` means: no default.

| setting | what it is | form | default |
|---|---|---|---|
${rows.join('\n')}
`
}
