import { open } from 'node:fs/promises'

/** A name is durable only when its folder is; Windows cannot open a folder and needs not. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await open(path)
  await folder.sync()
}
