/**
 * RC4 as older encrypted files use it (ISO 32000-1 §7.6.2); OpenSSL's default provider no longer has it. It encrypts and decrypts alike.
 * `key` of 1 to 256 octets. Only for reading and continuing such files: nothing of ours is protected by it.
 */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = new Uint8Array(256)
  for (let i = 0; i < 256; i++) state[i] = i
  for (let i = 0, j = 0; i < 256; i++) {
    const held = state[i]!
    j = (j + held + key[i % key.length]!) & 0xff
    state[i] = state[j]!
    state[j] = held
  }
  const out = new Uint8Array(data.length)
  for (let at = 0, i = 0, j = 0; at < data.length; at++) {
    i = (i + 1) & 0xff
    const held = state[i]!
    j = (j + held) & 0xff
    state[i] = state[j]!
    state[j] = held
    out[at] = data[at]! ^ state[(state[i]! + held) & 0xff]!
  }
  return out
}
