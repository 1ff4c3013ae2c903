/** Every component in its states, for the eye: `npm run dev`, then /gallery.html. Not part of the build. */
import './kit/withoutEval.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/site.css'
import './ui/siteHeader.css'
import './ui/app.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Files } from './galleryFiles.tsx'
import { startI18n } from './kit/i18n.ts'
import { Page } from './kit/Page.tsx'
import { startSession } from './kit/session.ts'
import AppLayout from './layouts/AppLayout.tsx'
import { Button } from './ui/Button.tsx'
import { Card, EmptyState, Facts, FailedState, Stat, Stats, StatusChip, Tabs } from './ui/display.tsx'
import { Checkbox, DigitsField, RadioGroup, SegmentedControl, Select, TextField } from './ui/fields.tsx'
import { FileDrop } from './ui/FileDrop.tsx'
import { Notice } from './ui/Notice.tsx'
import { DetailPanel, Dialog } from './ui/overlays.tsx'
import { Pagination } from './ui/Pagination.tsx'
import { PlainTable } from './ui/PlainTable.tsx'
import { ProgressBar, SkeletonRows, Waiting } from './ui/Progress.tsx'
import { toast } from './ui/toast.ts'
import { CopyId, Countdown, DateText, Ltr, Money, Name, NumberText } from './ui/values.tsx'

const arabic = document.documentElement.lang === 'ar'
const say = (ar: string, en: string) => (arabic ? ar : en)

const rows = Array.from({ length: 6 }, (_, i) => ({
  id: `ESG-2026-88411${i}`,
  at: new Date(Date.UTC(2026, 10, 20 - i, 9, 14)),
  documents: i + 1,
  halalas: 11500 * (i + 1),
  status: (['success', 'success', 'error', 'warning', 'info', 'neutral'] as const)[i]!,
}))
const words = {
  success: say('ناجحة', 'Succeeded'),
  error: say('فاشلة', 'Failed'),
  warning: say('معلّقة', 'Pending'),
  info: say('جارية', 'Running'),
  neutral: say('ملغاة', 'Cancelled'),
}

const soon = new Date(Date.now() + 107_000)

function Gallery() {
  const [page, setPage] = useState(3)
  const [open, setOpen] = useState<'dialog' | 'panel'>()
  const [digits, setDigits] = useState('')
  const [files, setFiles] = useState<File[]>([new File(['x'.repeat(90_000)], 'عقد contract-2026.pdf', { type: 'application/pdf' })])
  return (
    <Page
      title={say('معاملات التوقيع', 'Signing transactions')}
      text={say('كل معاملات التوقيع الإلكتروني في المنشأة.', 'Every signing transaction of the organisation.')}
      actions={
        <>
          <Button icon="download">{say('تصدير Excel', 'Export to Excel')}</Button>
          <Button kind="primary" icon="plus" onPress={() => setOpen('dialog')}>
            {say('معاملة جديدة', 'New transaction')}
          </Button>
        </>
      }
    >
      <Stats>
        <Stat label={say('إجمالي العدادات', 'Total counters')}>
          <NumberText value={12000} />
        </Stat>
        <Stat label={say('المستخدم', 'Used')}>
          <NumberText value={8750} />
        </Stat>
        <Stat label={say('الإجمالي', 'Total')} note={say('شامل الضريبة', 'VAT included')}>
          <Money halalas={1150000} />
        </Stat>
        <Stat label={say('تنتهي خلال', 'Expires in')}>
          <Countdown until={soon} />
        </Stat>
      </Stats>
      <section className="list">
        <Tabs
          label={say('الحالة', 'Status')}
          tabs={[
            { to: '/gallery.html', label: say('الكل', 'All'), count: 48 },
            { to: '/gallery.html/s', label: say('ناجحة', 'Succeeded') },
            { to: '/gallery.html/f', label: say('فاشلة', 'Failed') },
          ]}
        />
        <div className="filters">
          <TextField label={say('بحث', 'Search')} icon="search" placeholder={say('رمز المعاملة', 'Transaction no.')} />
          <Select
            label={say('الحالة', 'Status')}
            defaultValue="all"
            choices={[
              { id: 'all', label: say('كل الحالات', 'All statuses') },
              { id: 'ok', label: say('ناجحة', 'Succeeded') },
            ]}
          />
          <SegmentedControl
            label={say('التقويم', 'Calendar')}
            defaultValue="g"
            choices={[
              { id: 'g', label: say('ميلادي', 'Gregorian') },
              { id: 'h', label: say('هجري', 'Hijri') },
            ]}
          />
          <Button kind="quiet">{say('مسح', 'Clear')}</Button>
        </div>
        <PlainTable
          label={say('المعاملات', 'Transactions')}
          rows={rows}
          keyOf={(row) => row.id}
          columns={[
            { title: say('التاريخ', 'Date'), cell: (row) => <DateText at={row.at} time /> },
            { title: say('رمز المعاملة', 'Transaction no.'), cell: (row) => <CopyId value={row.id} /> },
            { title: say('الموقّع', 'Signer'), cell: () => <Name>{say('نورة الحربي', 'Noura Alharbi')}</Name> },
            { title: say('البريد', 'E-mail'), cell: () => <Ltr>n.alharbi@horizon.example.sa</Ltr> },
            { title: say('المبلغ', 'Amount'), cell: (row) => <Money halalas={row.halalas} />, end: true },
            { title: say('الحالة', 'Status'), cell: (row) => <StatusChip tone={row.status}>{words[row.status]}</StatusChip> },
          ]}
        />
        <Pagination page={page} size={10} total={97} isMore={false} hasNext onPage={setPage} onSize={() => undefined} />
      </section>
      <section className="list">
        <PlainTable
          label={say('انتظار', 'Waiting')}
          rows={[]}
          keyOf={String}
          columns={[
            { title: 'A', cell: () => '' },
            { title: 'B', cell: () => '' },
          ]}
          rowsInstead={<SkeletonRows rows={3} columns={2} />}
        />
      </section>
      <div className="grid2">
        <Card title={say('نموذج', 'Form')}>
          <div className="stack">
            <TextField
              label={say('البريد الإلكتروني', 'E-mail')}
              ltr
              defaultValue="a@b"
              error={say('اكتب بريدًا إلكترونيًا صحيحًا.', 'Enter a valid e-mail address.')}
            />
            <DigitsField
              label={say('رقم الهوية', 'National ID')}
              maxLength={10}
              value={digits}
              onChange={setDigits}
              hint={say('عشرة أرقام', 'Ten digits')}
            />
            <TextField label={say('ملاحظات', 'Remarks')} rows={3} optional />
            <Checkbox defaultSelected>{say('أوافق على الشروط', 'I accept the terms')}</Checkbox>
            <Checkbox>{say('أرسل لي التنبيهات', 'Send me notifications')}</Checkbox>
            <RadioGroup
              label={say('طريقة الدفع', 'Payment')}
              defaultValue="card"
              choices={[
                { id: 'card', label: say('بطاقة', 'Card'), text: say('مدى وفيزا وماستركارد', 'mada, Visa, Mastercard') },
                { id: 'sadad', label: say('سداد', 'SADAD') },
              ]}
            />
            <FileDrop
              label={say('المستندات', 'Documents')}
              accept={['application/pdf']}
              maxBytes={1e7}
              multiple
              files={files}
              onFiles={setFiles}
            />
          </div>
        </Card>
        <Card title={say('ملف مؤيد', 'A supporting file')}>
          <div className="stack">
            <Files />
          </div>
        </Card>
        <Card title={say('رسائل', 'Messages')}>
          <div className="screen">
            {(['info', 'success', 'warning', 'error'] as const).map((tone) => (
              <Notice key={tone} tone={tone}>
                {say('رسالة تبقى في مكانها حتى تزول أسبابها.', 'A message that stays until its cause is gone.')}
              </Notice>
            ))}
            <ProgressBar label={say('رفع المستند', 'Uploading')} share={0.62} />
            <ProgressBar label={say('جارٍ التوقيع', 'Signing')} />
            <Waiting />
            <div className="actions-row">
              {(['primary', 'secondary', 'quiet', 'danger'] as const).map((kind) => (
                <Button
                  key={kind}
                  kind={kind}
                  onPress={() =>
                    toast(
                      kind === 'danger' ? 'error' : 'success',
                      say('تم إرسال الطلب', 'Request sent'),
                      say('سيصلك إشعار عند اكتماله.', 'You will be notified.'),
                    )
                  }
                >
                  {say('زر', 'Button')} {kind}
                </Button>
              ))}
              <Button kind="primary" isPending>
                {say('جارٍ الحفظ', 'Saving')}
              </Button>
              <Button isDisabled>{say('معطّل', 'Disabled')}</Button>
              <Button onPress={() => setOpen('panel')}>{say('التفاصيل', 'Details')}</Button>
            </div>
            <Facts
              facts={[
                [say('الرقم التسلسلي', 'Serial number'), <CopyId key="n" value="5F:09:C2:77:1A" />],
                [say('ساري حتى', 'Valid to'), <DateText key="d" at="2027-11-21" />],
              ]}
            />
          </div>
        </Card>
        <Card>
          <EmptyState />
        </Card>
        <Card>
          <FailedState message={say('تعذّر جلب البيانات', 'Failed to fetch')} onRetry={() => undefined} />
        </Card>
      </div>
      <Dialog
        role="alertdialog"
        title={say('إلغاء المعاملة؟', 'Cancel the transaction?')}
        isOpen={open === 'dialog'}
        onOpenChange={() => setOpen(undefined)}
        footer={(close) => (
          <>
            <Button onPress={close}>{say('تراجع', 'Back')}</Button>
            <Button kind="danger" onPress={close}>
              {say('إلغاء المعاملة', 'Cancel it')}
            </Button>
          </>
        )}
      >
        {say('لن يتمكن الموقّعون من فتحها. لا يمكن التراجع عن هذا الإجراء.', 'Signers will not be able to open it. This cannot be undone.')}
      </Dialog>
      {open === 'panel' && (
        <DetailPanel title="ESG-2026-884110" onClose={() => setOpen(undefined)}>
          <Facts
            facts={[
              [
                say('الحالة', 'Status'),
                <StatusChip key="s" tone="success">
                  {words.success}
                </StatusChip>,
              ],
            ]}
          />
        </DetailPanel>
      )}
    </Page>
  )
}

const organisation = {
  slno: 1,
  organizationSlno: 1,
  organizationName: 'Horizon Tech Co.',
  organizationNameAr: 'شركة الأفق للتقنية',
  sipSlNo: 1,
  organizationUserSlno: 1,
  userRole: 'enrolmentAdmin' as const,
}
startSession({
  token: 'gallery',
  tokenExpiresAt: new Date(),
  refreshToken: 'gallery',
  slno: 1,
  userName: 'Noura Alharbi',
  userNameAr: 'نورة الحربي',
  isSubscriber: true,
  operatorRoles: [],
  organizationList: [organisation],
  selectedOrganization: organisation,
  sipSlNo: 1,
  organizationUserSlno: 1,
  kycDue: false,
  preferences: {
    language: null,
    messageLanguage: null,
    theme: null,
    digits: 'latn',
    calendar: 'gregory',
    pageSize: 10,
    lettersLeftOut: [],
  },
})
const router = createBrowserRouter([
  { Component: AppLayout, children: [{ path: '*', handle: { title: 'routes:orgTransactions' }, Component: Gallery }] },
])
void startI18n().then(() => createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />))
