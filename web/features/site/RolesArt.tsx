const person = (x: number, y: number, tone: string) => (
  <g transform={`translate(${x} ${y})`}>
    <circle r="36" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
    <circle cy="-8" r="11" fill={tone} />
    <path d="M-20 22c2-14 10-20 20-20s18 6 20 20z" fill={tone} />
  </g>
)

/** Who asks, who approves and who signs, under one seal. */
export function RolesArt() {
  return (
    <svg className="art" viewBox="0 0 480 360" aria-hidden="true">
      <ellipse cx="240" cy="326" rx="204" ry="18" fill="var(--a1)" />
      <path
        d="M240 118v44M96 220v-30a28 28 0 0 1 28-28h232a28 28 0 0 1 28 28v30M240 162v58"
        fill="none"
        stroke="var(--a2)"
        strokeWidth="2.5"
      />
      <path d="M196 118V46a8 8 0 0 1 8-8h72a8 8 0 0 1 8 8v72z" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
      <path d="M214 60h14M252 60h14M214 80h14M252 80h14M214 100h14M252 100h14" stroke="var(--a2)" strokeWidth="8" />
      <g transform="translate(294 46)">
        <circle r="24" fill="var(--a3)" />
        <circle r="18" fill="none" stroke="#fff" strokeWidth="1.5" strokeDasharray="2 4" />
        <path d="m-8 0 6 6 11-12" fill="none" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round" />
      </g>
      {person(96, 252, 'var(--a2)')}
      {person(240, 252, 'var(--a3)')}
      {person(384, 252, 'var(--a2)')}
      <path d="M140 252h56M284 252h56" stroke="var(--a3)" strokeWidth="2.5" strokeDasharray="1 8" strokeLinecap="round" />
      <g transform="translate(116 276)">
        <circle r="15" fill="var(--a5)" stroke="var(--a3)" strokeWidth="2" />
        <path d="M0-6V6M-6 0H6" stroke="var(--a4)" strokeWidth="2.5" strokeLinecap="round" />
      </g>
      <g transform="translate(260 276)">
        <circle r="15" fill="var(--a3)" />
        <path d="m-6 0 4 4 8-8" fill="none" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
      </g>
      <g transform="translate(404 276)">
        <circle r="15" fill="var(--a5)" stroke="var(--a3)" strokeWidth="2" />
        <path d="m-6 6 2-5 7-7 3 3-7 7z" fill="none" stroke="var(--a4)" strokeWidth="2" strokeLinejoin="round" />
      </g>
    </svg>
  )
}
