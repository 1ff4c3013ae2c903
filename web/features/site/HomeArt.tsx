export function HomeArt({ label }: { label: string }) {
  return (
    <svg className="art" viewBox="0 0 560 440" role="img" aria-label={label}>
      <circle cx="292" cy="216" r="196" fill="var(--a1)" />
      <path d="M96 330c60-36 132-36 196-8s132 26 196-10v60c-64 36-132 38-196 10s-136-28-196 8z" fill="var(--a2)" opacity=".55" />
      <rect x="150" y="52" width="252" height="322" rx="14" fill="var(--a6)" opacity=".5" transform="rotate(4 276 213)" />
      <rect x="146" y="44" width="252" height="322" rx="14" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
      <g fill="var(--a6)">
        <rect x="250" y="76" width="118" height="12" rx="6" fill="var(--a4)" />
        <rect x="176" y="112" width="192" height="7" rx="3.5" />
        <rect x="200" y="130" width="168" height="7" rx="3.5" />
        <rect x="184" y="148" width="184" height="7" rx="3.5" />
        <rect x="226" y="166" width="142" height="7" rx="3.5" />
        <rect x="176" y="200" width="192" height="7" rx="3.5" />
        <rect x="208" y="218" width="160" height="7" rx="3.5" />
      </g>
      <rect x="170" y="252" width="176" height="88" rx="8" fill="var(--a1)" stroke="var(--a3)" strokeWidth="1.5" strokeDasharray="5 5" />
      <path
        transform="translate(34 53) scale(0.82)"
        d="M348 296c-8-22-24-26-26-8-2 20 22 22 14 2-6-16-30-18-32 4-1 12 12 14 12 2 0-22-30-18-32 4-1 12 10 12 13 2 6-20-14-36-24-14-8 18 6 26 10 10 5-22-26-30-38-6-5 12 0 20 10 18 16-4 52-10 92-6"
        fill="none"
        stroke="var(--a4)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g transform="translate(366 262)">
        <rect width="172" height="132" rx="14" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
        <circle cx="132" cy="38" r="18" fill="var(--a3)" />
        <path d="m124 38 6 6 11-12" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
        <rect x="22" y="26" width="78" height="9" rx="4.5" fill="var(--a4)" />
        <rect x="40" y="43" width="60" height="7" rx="3.5" fill="var(--a6)" />
        <path d="M22 70h128" stroke="var(--a6)" />
        <circle cx="143" cy="89" r="5" fill="var(--a2)" />
        <rect x="58" y="85.5" width="74" height="7" rx="3.5" fill="var(--a6)" />
        <circle cx="143" cy="110" r="5" fill="var(--a2)" />
        <rect x="78" y="106.5" width="54" height="7" rx="3.5" fill="var(--a6)" />
      </g>
      <g transform="translate(52 150)">
        <rect width="112" height="204" rx="20" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
        <rect x="42" y="12" width="28" height="5" rx="2.5" fill="var(--a6)" />
        <rect x="12" y="30" width="88" height="128" rx="8" fill="var(--a7)" />
        <circle cx="56" cy="74" r="26" fill="var(--a1)" stroke="var(--a3)" strokeWidth="1.5" />
        <text x="56" y="84" textAnchor="middle" fontSize="27" fontWeight="600" fill="var(--a4)" fontFamily="Tawqi Sans, sans-serif">
          38
        </text>
        <rect x="26" y="114" width="60" height="7" rx="3.5" fill="var(--a6)" />
        <rect x="22" y="132" width="68" height="16" rx="4" fill="var(--a3)" />
        <rect x="40" y="184" width="32" height="5" rx="2.5" fill="var(--a6)" />
      </g>
      <g fill="none" stroke="var(--a3)" strokeLinecap="round" strokeWidth="2" strokeDasharray="1 7">
        <path d="M164 214c20-14 22 40 44 52" />
      </g>
      <g fill="var(--a2)">
        <circle cx="452" cy="92" r="9" />
        <circle cx="482" cy="128" r="5" />
        <circle cx="108" cy="98" r="7" />
      </g>
    </svg>
  )
}
