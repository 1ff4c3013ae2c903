/** A telephone on which a person recognises a number, and the document that waits for it. */
export function ApprovalArt() {
  return (
    <svg className="art" viewBox="0 0 480 360" aria-hidden="true">
      <circle cx="250" cy="180" r="160" fill="var(--a1)" />
      <rect x="252" y="70" width="170" height="220" rx="10" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
      <path
        className="mirror"
        d="M276 104h76M276 128h122M276 146h104M276 164h122"
        stroke="var(--a6)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <rect x="276" y="196" width="122" height="62" rx="6" fill="var(--a1)" stroke="var(--a3)" strokeWidth="1.5" strokeDasharray="5 5" />
      <path
        d="M292 236c10-24 20-26 18-8s-10 10-4-4 20-16 18 0 12 6 20-2 16 2 28-4"
        fill="none"
        stroke="var(--a4)"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
      <rect x="86" y="36" width="150" height="288" rx="24" fill="var(--a5)" stroke="var(--a6)" strokeWidth="2" />
      <rect x="140" y="50" width="42" height="6" rx="3" fill="var(--a6)" />
      <rect x="100" y="72" width="122" height="216" rx="10" fill="var(--a7)" />
      {[
        ['12', 116, false],
        ['64', 164, true],
        ['87', 212, false],
      ].map(([number, y, chosen]) => (
        <g key={String(number)}>
          <rect
            x="118"
            y={Number(y) - 22}
            width="86"
            height="38"
            rx="8"
            fill={chosen ? 'var(--a3)' : 'var(--a5)'}
            stroke={chosen ? 'var(--a3)' : 'var(--a6)'}
          />
          <text
            x="161"
            y={Number(y) + 4}
            textAnchor="middle"
            fontSize="20"
            fontWeight="600"
            fill={chosen ? '#fff' : 'var(--a4)'}
            fontFamily="Tawqi Sans, sans-serif"
          >
            {number}
          </text>
        </g>
      ))}
      <rect x="136" y="254" width="50" height="8" rx="4" fill="var(--a6)" />
      <path d="M212 160c22-4 30 40 58 58" fill="none" stroke="var(--a3)" strokeWidth="2.5" strokeDasharray="1 8" strokeLinecap="round" />
    </svg>
  )
}
