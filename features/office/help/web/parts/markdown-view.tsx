import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Block, Inline } from '../markdown.ts';

/** Draws a parsed page. The same page always has the same pieces in the same order, so places serve as keys. */
export const MarkdownView = ({ blocks }: { blocks: Block[] }) =>
  blocks.map((block, place) => <BlockView key={place} block={block} />);

function BlockView({ block }: { block: Block }) {
  switch (block.as) {
    case 'heading':
      return block.level === 1 ? <h2 id={block.id}>{block.text}</h2> : <h3 id={block.id}>{block.text}</h3>;
    case 'paragraph':
      return (
        <p>
          <Line content={block.content} />
        </p>
      );
    case 'list': {
      const items = block.items.map((content, place) => (
        <li key={place}>
          <Line content={content} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
}

const Line = ({ content }: { content: Inline[] }) =>
  content.map((piece, place) => (
    <Fragment key={place}>
      <Piece piece={piece} />
    </Fragment>
  ));

function Piece({ piece }: { piece: Inline }) {
  switch (piece.as) {
    case 'text':
      return piece.text;
    case 'bold':
      return <strong>{piece.text}</strong>;
    case 'code':
      return <code>{piece.text}</code>;
    case 'link':
      // A file of the server is no page of the router.
      return piece.to.startsWith('https://') || /\.\w+$/.test(piece.to) ? (
        <a href={piece.to} target="_blank" rel="noreferrer">
          {piece.text}
        </a>
      ) : (
        <Link to={piece.to}>{piece.text}</Link>
      );
  }
}
