import { expect, test } from 'vitest'
import type { Session } from '#contract/sessions.ts'
import { to } from '#contract/screens.ts'
import { navigationFor } from './navigation.ts'

const admin = {
  isSubscriber: true,
  operatorRoles: [],
  organizationList: [{}],
  selectedOrganization: { userRole: 'enrolmentAdmin' },
} as unknown as Session
const marked = (pathname: string) =>
  navigationFor(admin, pathname)
    .flatMap(({ links }) => links)
    .filter(({ isCurrent }) => isCurrent)
    .map((link) => link.to)

test.each([
  ['the beginning', to('org'), to('org')],
  ['its second address', to('orgDashboard'), to('org')],
  ['a list', to('users'), to('users')],
  ['a list below another', to('changeRequests'), to('changeRequests')],
  ['what lies in a list that has another one below it', to('newUser', { slNo: 7 }), to('approveUsers')],
  ['a part of a screen', to('orgProfileUnits'), to('orgProfile')],
])('%s marks one place in the menu', (_, pathname, place) => expect(marked(pathname)).toEqual([place]))

test('what no menu leads to marks none', () => expect(marked(to('orgNotifications'))).toEqual([]))
