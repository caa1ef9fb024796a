import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Flow } from '#core/flow/flow.ts';
import { AGAIN, flowOf, joined, inFourLanguages, variable, type TemplatePart, type TemplatePlaces } from './build.ts';

const variables = [
  variable('order', 'Order number', VariableType.sequence),
  variable('state', 'State', VariableType.text),
  variable('arrives', 'Arrives', VariableType.date, { valueFormat: DateFormat.dayFirst }),
  variable('status', 'Answer', VariableType.number),
];

/** Which order, asked of the caller and then of the other system. */
const lookingUp: TemplatePart = {
  nodes: {
    number: {
      kind: 'collect',
      name: 'Which order',
      attrKey: 'order',
      minLength: 4,
      maxLength: 12,
      again: AGAIN,
      spoken: inFourLanguages(
        'Hello! Please say or press your order number, then hash.',
        '¡Hola! Diga o marque su número de pedido y luego gato.',
        '您好！请说出或输入您的订单号，按井号结束。',
        'Halo! Sebutkan atau tekan nomor pesanan Anda, lalu tanda pagar.',
      ),
    },
    look: {
      kind: 'http',
      name: 'Look it up',
      url: 'https://shop.example/orders/{{order}}',
      timeoutMs: 4_000,
      map: [
        { path: 'state', attrKey: 'state' },
        { path: 'arrives', attrKey: 'arrives' },
      ],
      saveStatusAs: 'status',
    },
  },
  ways: [
    'start next number',
    'number collected look',
    'number invalid desk',
    'number silent bye',
    'look ok state',
    'look failed why',
  ],
};

/** What the other system says: a state, or that there is no such order. */
const answering: TemplatePart = {
  nodes: {
    state: {
      kind: 'condition',
      name: 'Which state',
      cases: [
        { key: 'sent', name: 'On its way', join: 'all', tests: [{ attrKey: 'state', is: 'is', than: 'sent' }] },
        {
          key: 'preparing',
          name: 'Being prepared',
          join: 'all',
          tests: [{ attrKey: 'state', is: 'anyOf', than: 'paid, preparing' }],
        },
        {
          key: 'delivered',
          name: 'Delivered',
          join: 'all',
          tests: [{ attrKey: 'state', is: 'is', than: 'delivered' }],
        },
      ],
    },
    sent: {
      kind: 'say',
      name: 'On its way',
      spoken: inFourLanguages(
        'Your order {{order}} is on its way and arrives on {{arrives}}.',
        'Su pedido {{order}} va en camino y llega el {{arrives}}.',
        '您的订单 {{order}} 正在派送，预计 {{arrives}} 送达。',
        'Pesanan {{order}} sedang dikirim dan tiba pada {{arrives}}.',
      ),
    },
    preparing: {
      kind: 'say',
      name: 'Being prepared',
      spoken: inFourLanguages(
        'Your order {{order}} is being prepared.',
        'Su pedido {{order}} se está preparando.',
        '您的订单 {{order}} 正在准备中。',
        'Pesanan {{order}} sedang disiapkan.',
      ),
    },
    delivered: {
      kind: 'say',
      name: 'Delivered',
      spoken: inFourLanguages(
        'Your order {{order}} was delivered.',
        'Su pedido {{order}} ya fue entregado.',
        '您的订单 {{order}} 已送达。',
        'Pesanan {{order}} sudah diterima.',
      ),
    },
    why: {
      kind: 'condition',
      name: 'Not found?',
      cases: [
        { key: 'unknown', name: 'No such order', join: 'all', tests: [{ attrKey: 'status', is: 'is', than: '404' }] },
      ],
    },
    unknown: {
      kind: 'say',
      name: 'No such order',
      spoken: inFourLanguages(
        'I cannot find that order. Let us try again.',
        'No encuentro ese pedido. Intentemos otra vez.',
        '找不到这个订单，我们再试一次。',
        'Pesanan itu tidak ditemukan. Mari coba lagi.',
      ),
    },
  },
  ways: [
    'why unknown unknown',
    'why other desk',
    'unknown next number',
    'state sent sent',
    'state preparing preparing',
    'state delivered delivered',
    'state other desk',
    'sent next more',
    'preparing next more',
    'delivered next more',
  ],
};

/** Another order, or enough. */
const goingOn: TemplatePart = {
  nodes: {
    more: {
      kind: 'menu',
      name: 'Anything else',
      tries: 1,
      again: AGAIN,
      spoken: inFourLanguages(
        'For another order press 1, to talk to somebody press 0, or just hang up.',
        'Para otro pedido marque 1, para hablar con alguien marque 0, o simplemente cuelgue.',
        '查询其他订单请按 1，人工服务请按 0，或直接挂机。',
        'Untuk pesanan lain tekan 1, untuk bicara dengan staf tekan 0, atau tutup telepon.',
      ),
      choices: [
        { key: '1', name: 'Another order', phrases: ['another order', 'otro pedido', '其他订单', 'pesanan lain'] },
        {
          key: '0',
          name: 'Somebody',
          phrases: ['a person', 'talk to somebody', 'una persona', '人工', 'bicara dengan staf'],
        },
      ],
    },
  },
  ways: ['more 1 number', 'more 0 desk', 'more other bye', 'more silent bye'],
};

/** Somebody helps, or nobody can; and the goodbye. */
const helping = (groupId: number): TemplatePart => ({
  nodes: {
    desk: {
      kind: 'transfer',
      name: 'To somebody',
      to: { kind: 'group', groupId },
      spoken: inFourLanguages(
        'I connect you. One moment.',
        'Le comunico. Un momento.',
        '正在为您转接，请稍等。',
        'Saya sambungkan. Mohon tunggu.',
      ),
    },
    sorry: {
      kind: 'hangUp',
      name: 'Nobody is free',
      spoken: inFourLanguages(
        'Nobody is free right now. Please call again later.',
        'Nadie está libre ahora. Por favor llame más tarde.',
        '现在没有空闲的同事，请稍后再拨。',
        'Belum ada yang bebas. Silakan telepon lagi nanti.',
      ),
    },
    bye: {
      kind: 'hangUp',
      name: 'Goodbye',
      spoken: inFourLanguages(
        'Thank you. Goodbye!',
        'Gracias. ¡Hasta luego!',
        '谢谢，再见！',
        'Terima kasih. Sampai jumpa!',
      ),
    },
  },
  ways: ['desk failed sorry'],
});

/** Tells where an order is, as another system knows it; somebody helps where that is not known. The address is an example to be replaced. */
export const orderStatus = ({ groupId = 1 }: TemplatePlaces = {}): Flow =>
  flowOf({ variables, ...joined(lookingUp, answering, goingOn, helping(groupId)) });
