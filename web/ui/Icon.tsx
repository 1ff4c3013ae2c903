const paths = {
  shield: 'M10 2.2 16.5 4.6v4.6c0 4-2.7 7.2-6.5 8.6-3.8-1.4-6.5-4.6-6.5-8.6V4.6L10 2.2Zm-3 7.6 2.2 2.2 4-4.2',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'm5 5 10 10M15 5 5 15',
  check: 'm4 10.5 4 4 8-9',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.4-1.6L17 17',
  sun: 'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  copy: 'M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z',
  download: 'M10 3v10m0 0 4-4m-4 4L6 9M4 17h12',
  upload: 'M10 13V3m0 0 4 4m-4-4L6 7M4 17h12',
  file: 'M11.5 2.5h-6A1.5 1.5 0 0 0 4 4v12a1.5 1.5 0 0 0 1.5 1.5h9A1.5 1.5 0 0 0 16 16V7l-4.5-4.5Zm0 0V7H16',
  pen: 'm3.5 16.5.8-3.6L13.4 3.8a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2L7.1 15.7l-3.6.8ZM11.8 5.4l2.8 2.8',
  home: 'm3 9.5 7-6 7 6M5 8v8.5h10V8M8.5 16.5v-4h3v4',
  users: 'M8 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 16.5c0-3 2.3-5 5.5-5s5.5 2 5.5 5M13 9.3a2.7 2.7 0 0 0 0-5.2M15 12c1.6.7 2.6 2.3 2.6 4.5',
  user: 'M10 9.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM3.8 17c0-3.3 2.6-5.3 6.2-5.3s6.2 2 6.2 5.3',
  card: 'M3.5 4.5h13A1.5 1.5 0 0 1 18 6v8a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 2 14V6a1.5 1.5 0 0 1 1.5-1.5ZM2 8.5h16M5 12.5h3',
  certificate:
    'M4.5 3h11A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H14M6 13H4.5A1.5 1.5 0 0 1 3 11.5v-7A1.5 1.5 0 0 1 4.5 3M6.5 6.5h7M10 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-1.6-.6L8 18l2-1.2 2 1.2-.4-4.1',
  chart: 'M3 17h14M5.5 14V9.5M10 14V4M14.5 14V7.5',
  building: 'M4 17.5V4a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v13.5M13 8h2.5a1 1 0 0 1 1 1v8.5M2.5 17.5h15M7 6.5h3M7 10h3M7 13.5h3',
  phone: 'M6.5 2.5h7A1.5 1.5 0 0 1 15 4v12a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 16V4a1.5 1.5 0 0 1 1.5-1.5ZM9 15h2',
  clock: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 5.5V10l3 2',
  info: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 9v4.5M10 6.3v.2',
  warning: 'M10 3 2.5 16.5h15L10 3Zm0 5v4M10 14.2v.2',
  error: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM7.5 7.5l5 5M12.5 7.5l-5 5',
  success: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Zm-3.3-7.3L9 12.5l4.3-4.8',
  signOut: 'M8 17H4.5A1.5 1.5 0 0 1 3 15.5v-11A1.5 1.5 0 0 1 4.5 3H8M13 14l4-4-4-4M17 10H8',
  chevronDown: 'm5 7.5 5 5 5-5',
  chevronEnd: 'm7.5 5 5 5-5 5',
  chevronStart: 'm12.5 5-5 5 5 5',
  expand: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4',
  eye: 'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10Zm8 2.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  refresh: 'M16.5 4v4h-4M3.5 16v-4h4M16 8a6.5 6.5 0 0 0-11.5-1.5M4 12a6.5 6.5 0 0 0 11.5 1.5',
  bag: 'M4.5 6.5h11l1 11h-13l1-11ZM7 8.5v-3a3 3 0 0 1 6 0v3',
  bell: 'M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.5 5.5-1.5 5.5h12s-1.5-1.5-1.5-5.5A4.5 4.5 0 0 0 10 3ZM8.3 16a1.9 1.9 0 0 0 3.4 0',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.8-2.8a3 3 0 0 0-4.3-4.3L10 5.7M11.5 8.5a3 3 0 0 0-4.3 0l-2.8 2.8a3 3 0 0 0 4.3 4.3L10 14.3',
  filter: 'M3 5h14l-5.5 6.5V16l-3 1.5v-6L3 5Z',
} as const

export type IconName = keyof typeof paths

/** Chevrons and the way out point along the reading direction; nothing else is mirrored. */
const mirrored = new Set<IconName>(['chevronEnd', 'chevronStart', 'signOut'])

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={mirrored.has(name) ? 'mirror' : undefined}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
