/** The generic words in four languages; what the capability is called is left to its maker. */
const words = {
  add: ['Add', '添加', 'Agregar', 'Tambah'],
  added: ['Added', '已添加', 'Agregado', 'Ditambahkan'],
  'column.name': ['Name', '名称', 'Nombre', 'Nama'],
  empty: ['Nothing here yet', '暂无内容', 'Aún no hay nada', 'Belum ada isinya'],
  'function.edit': ['Edit', '编辑', 'Editar', 'Ubah'],
  'function.view': ['View', '查看', 'Ver', 'Lihat'],
  'log.add': ['Added an entry', '添加了一项', 'Agregó un elemento', 'Menambahkan entri'],
  'log.remove': ['Deleted an entry', '删除了一项', 'Eliminó un elemento', 'Menghapus entri'],
  removeNamed: ['Delete {name}', '删除 {name}', 'Eliminar {name}', 'Hapus {name}'],
  removeText: [
    'This cannot be undone.',
    '此操作无法撤销。',
    'No se puede deshacer.',
    'Tindakan ini tidak dapat dibatalkan.',
  ],
  removeTitle: ['Delete {name}?', '删除“{name}”？', '¿Eliminar {name}?', 'Hapus {name}?'],
  removed: ['Deleted', '已删除', 'Eliminado', 'Dihapus'],
};

export const textFilesOf = ({ name, label }) =>
  Object.fromEntries(
    ['en-US', 'zh-CN', 'es-MX', 'id-ID'].map((language, index) => {
      const texts = {
        ...Object.fromEntries(Object.entries(words).map(([key, inOrder]) => [key, inOrder[index]])),
        menu: label,
        name: label,
      };
      const sorted = Object.keys(texts)
        .sort()
        .map((key) => [`${name}.${key}`, texts[key]]);
      return [`web/text/${language}.json`, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`];
    }),
  );
