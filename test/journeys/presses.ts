import type { Tab } from './browser.ts'

/** Counts in every page that the tab opens from now on: what a finger presses, and fields that something was typed into. */
export async function counting(tab: Tab) {
  const count = { presses: 0, fields: new Set<string>(), screens: new Set<string>() }
  await tab.exposeFunction('countPress', () => void count.presses++)
  await tab.exposeFunction('countField', (name: string) => void count.fields.add(name))
  await tab.addInitScript(() => {
    const { countPress, countField } = globalThis as unknown as Record<string, (name?: string) => void>
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && countPress!(), true)
    addEventListener(
      'input',
      ({ target }) => {
        const { type, name, id } = target as HTMLInputElement
        if (type !== 'file' && type !== 'checkbox') countField!(`${location.pathname} ${name} ${id}`)
      },
      true,
    )
  })
  tab.on('framenavigated', (frame) => frame === tab.mainFrame() && count.screens.add(new URL(frame.url()).pathname))
  return count
}
