import { VisitorPage } from '#features/chat/chat-channels/web/visitor/index.tsx';

const loadPhone = () => import('#adapters/browser/sip/open-visitor-phone.ts');

/** The page of visitors; their telephone is chosen here and fetched by those who call. */
export default function OurVisitorPage() {
  return <VisitorPage loadPhone={loadPhone} />;
}
