import { expect, test } from 'vitest'
import { returnAddress } from './returnAddress.ts'

const origin = 'https://tawqi.example'
const tab = '\t'

const followed = [
  '/app/my',
  '/app/my/devices',
  '/app/my/devices?page=2',
  '/app/my/esign/transactions/AbC_-123?from=2026-01-01#documents',
  '/app/org/orgProfile/units',
  '/app/operations',
  '/app/my/../org',
  '/app/my?to=https://evil.example',
  '/app/my?to=//evil.example',
  '/app/my#//evil.example',
  '/app//evil.example',
]

const refused = [
  null,
  '',
  ' ',
  'app/my',
  '/',
  '/app',
  '/apps/my',
  '/verify-payments/../logout',
  '/verify-paymentsx',
  '//verify-payments',
  '/create-account',
  '/logout',
  '/auth-check?from=/app/my',
  '/app/login',
  '/app/login?from=/app/my',
  '/app/my/../login',
  '/index',
  '/api/v1/auth/logout',
  '/app/..',
  '/app/../logout',
  '/app/../../evil.example',
  '/app/%2e%2e/logout',
  '/app/.%2E/api/v1/auth/logout',
  '//evil.example',
  '//evil.example/app/my',
  '///evil.example/app/my',
  '////evil.example',
  '/\\evil.example',
  '/\\evil.example/app/my',
  '/\\/evil.example',
  '\\\\evil.example',
  '\\/evil.example/app/my',
  '/app/\\evil.example',
  '/app\\my',
  `/${tab}/evil.example`,
  `/${tab}evil.example`,
  `/app/${tab}/evil.example`,
  `${tab}/app/my`,
  `${tab}//evil.example`,
  '/\n/evil.example',
  '/\r/evil.example',
  '/\r\n/evil.example/app/my',
  ' /app/my',
  ' //evil.example',
  '/app/my evil',
  '\u0000/app/my',
  '/\u0000/evil.example',
  '/app/my\u007f',
  'https:',
  'https://evil.example',
  'https://evil.example/app/my',
  'https:/evil.example',
  'https:evil.example',
  'HTTPS://evil.example',
  'http://tawqi.example/app/my',
  'https://tawqi.example/app/my',
  'https://tawqi.example@evil.example/app/my',
  'https://tawqi.example.evil.example/app/my',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  `java${tab}script:alert(1)`,
  '/javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
  'blob:https://tawqi.example/1',
  'file:///etc/passwd',
  'ftp://evil.example/app/',
  'nafath://home',
  '@evil.example/app/',
  '.evil.example/app/my',
  '?from=/app/my',
  '#/app/my',
  '؍/app/my',
  '／/evil.example',
]

test.each(followed)('%j is an address of this application and is followed', (from) => {
  const to = new URL(returnAddress(from, origin), origin)
  expect([to.origin, to.pathname.startsWith('/app/')]).toEqual([origin, true])
  expect(to.href).toBe(new URL(from, origin).href)
})

test.each(refused)('%j leads to the person’s own area', (from) => {
  expect(returnAddress(from, origin)).toBe('/app')
})
