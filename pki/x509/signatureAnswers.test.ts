import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifySignature } from './algorithms.ts'
import { onceAnswered } from './signatureAnswers.ts'
import type { SignatureQuestion } from './signatureAnswers.ts'

const bytes = (...octets: number[]) => new Uint8Array(octets)
const question = {
  algorithm: { oid: '1.2', parameters: bytes(5, 0) },
  digest: { oid: '1.3', parameters: bytes(4, 0) },
  publicKey: bytes(1, 2),
  data: bytes(3, 4),
  signature: bytes(5, 6),
} satisfies SignatureQuestion

test('the same question is answered once, whatever the answer', () => {
  for (const right of [true, false]) {
    let asked = 0
    const ask = () => onceAnswered({ ...question, data: bytes(right ? 1 : 0) }, () => (asked++, right))
    expect([ask(), ask(), ask(), asked]).toEqual([right, right, right, 1])
  }
})

test('questions that differ in one part, or in where one part ends, are told apart', () => {
  const others: SignatureQuestion[] = [
    question,
    { ...question, algorithm: { oid: '1.2' } },
    { ...question, algorithm: { oid: '1.2', parameters: bytes() } },
    { ...question, algorithm: { oid: '1.20', parameters: bytes(5, 0) } },
    { ...question, algorithm: question.digest, digest: question.algorithm },
    { ...question, digest: undefined },
    { ...question, digest: { oid: '1.3' } },
    { ...question, publicKey: bytes(1, 3) },
    { ...question, data: bytes(3, 5) },
    { ...question, signature: bytes(5, 7) },
    { ...question, publicKey: bytes(1, 2, 3), data: bytes(4) },
    { ...question, data: bytes(3, 4, 5), signature: bytes(6) },
    { ...question, data: bytes(), signature: bytes(3, 4, 5, 6) },
  ]
  let asked = 0
  for (const other of others) onceAnswered(other, () => (asked++, true))
  expect(asked).toBe(others.length)
})

test('what is kept is bounded: the least recently asked of is answered anew', () => {
  const asked: number[] = []
  const ask = (n: number) => onceAnswered({ ...question, data: Buffer.from(`bound ${n}`) }, () => (asked.push(n), true))
  for (let n = 0; n < 4_096; n++) ask(n)
  ask(0)
  ask(4_096)
  asked.length = 0
  ask(0)
  ask(1)
  expect(asked).toEqual([1])
})

test('a signature that was right once is wrong over anything else, and by anybody else', () => {
  const [one, other] = [generateKeyPairSync('ec', { namedCurve: 'P-256' }), generateKeyPairSync('ec', { namedCurve: 'P-256' })]
  const spki = ({ publicKey }: typeof one) => publicKey.export({ type: 'spki', format: 'der' })
  const data = Buffer.from('what was signed')
  const signature = sign('sha256', data, one.privateKey)
  const ecdsa = { oid: '1.2.840.10045.4.3.2' }
  for (let again = 0; again < 2; again++) {
    expect(verifySignature(ecdsa, spki(one), data, signature)).toBe(true)
    expect(verifySignature(ecdsa, spki(other), data, signature)).toBe(false)
    expect(verifySignature(ecdsa, spki(one), Buffer.from('what was signee'), signature)).toBe(false)
    expect(verifySignature({ oid: '1.2.840.10045.4.3.3' }, spki(one), data, signature)).toBe(false)
  }
})
