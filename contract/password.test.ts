import { expect, test } from 'vitest'
import { passwordFaults, passwordRules } from './password.ts'

const noura = {
  nationalId: '1200000014',
  mobile: '966500000014',
  email: 'noura.alqahtani@example.sa',
  names: ['نورة عبدالله سعد القحطاني', 'Noura Abdullah Saad Alqahtani'],
}

test.each([
  ['Tawqi-demo-1', []],
  ['خيمة في صحراء هادئة', []],
  ['correct horse battery', []],
  ['kR8#vm2!xQ', []],
  ['winter came late here', []],
  ['kR8#vm2!x', ['length']],
  ['', ['length', 'common']],
  ['x-Y'.repeat(43), ['length', 'common']],
  ['my1200000014id', ['personal']],
  ['my١٢٠٠٠٠٠٠١٤id', ['personal']],
  ['call 0500000014', ['personal']],
  ['NOURA-likes-tea', ['personal']],
  ['بيت القحطاني الكبير', ['personal']],
  ['alqahtani@home.now', ['personal']],
  ['Password123!', ['common']],
  ['P@ssw0rd2026', ['common']],
  ['qwertyuiop', ['common']],
  ['Qwerty123456', ['common']],
  ['1q2w3e4r5t', ['common']],
  ['1qaz2wsx3edc', ['common']],
  ['1234567890', ['common']],
  ['٠١٢٣٤٥٦٧٨٩', ['common']],
  ['5839201746', ['common']],
  ['abcdefghij', ['common']],
  ['Aa123456789', ['common']],
  ['abcd123456', ['common']],
  ['aaaaaaaaaaaa', ['common']],
  ['Vision2030!!', ['common']],
  ['السعودية2030', ['common']],
  ['ضصثقفغعهخحج', ['common']],
  ['welcomewelcome', ['common']],
])('“%s” breaks %j', (password, faults) => {
  expect(passwordFaults(password, noura)).toEqual(faults)
})

test('what is not known about a person is not asked', () => {
  expect(passwordFaults('NOURA-likes-tea')).toEqual([])
  expect(passwordFaults('NOURA-likes-tea', { email: null, mobile: null })).toEqual([])
  expect(passwordRules).toHaveLength(3)
})
